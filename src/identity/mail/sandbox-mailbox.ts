/** The mail of the sandbox: e-mails stay in the database and can be read from this machine only. */

import { type Clock, toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { html } from '../../http/pages/html.ts'
import { htmlReply, renderPage } from '../../http/pages/page.ts'
import { emptyState } from '../../http/pages/parts.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, hiddenRoute } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import { identityLedger, type Ledger } from '../tables.ts'
import type { Email, MailTransport } from './mail-transport.ts'

const emailsMax = 50

export function sandboxMail(
  store: Store,
  clock: Clock,
  { isReadable = true }: { readonly isReadable?: boolean } = {},
): MailTransport {
  const ledger = identityLedger(store.ledger)
  return {
    routes: isReadable ? [mailboxRoute(ledger)] : [],
    async send({ to, subject, text, html: page }) {
      await ledger.transaction(async (tx) => {
        await tx
          .insertInto('sandbox_mail')
          .values({ recipient: to, subject, text, html: page, sent_at: clock.now() })
          .execute()
        await tx
          .deleteFrom('sandbox_mail')
          .where('id', 'not in', (eb) =>
            eb.selectFrom('sandbox_mail').select('id').orderBy('id', 'desc').limit(emailsMax),
          )
          .execute()
      })
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

export const mailboxPath = '/sandbox/mailbox'

/** For callers on other machines the path does not exist. */
function mailboxRoute(ledger: Ledger): AnyRoute {
  return hiddenRoute({
    path: mailboxPath,
    type: 'application/json',
    mediaTypes: ['application/json', 'text/html'],
    handle: async ({ isLocal, mediaType, host }) => {
      if (!isLocal) throw new Failure('not_found', 'There is nothing at this path.')
      const rows = await ledger.read.selectFrom('sandbox_mail').selectAll().orderBy('id', 'desc').execute()
      const emails = rows.map((row) => ({
        to: row.recipient,
        subject: row.subject,
        text: row.text,
        code: /\b\d{6}\b/.exec(row.text)?.[0] ?? null,
        sent_at: toInstant(row.sent_at),
      }))
      // Pages of other origins may read the API, but not the e-mails.
      const sameOriginHeaders = {
        'access-control-allow-origin': `http://${host}`,
        'cross-origin-resource-policy': 'same-origin',
      }
      if (mediaType === 'text/html') return htmlReply(mailboxPage(emails), sameOriginHeaders)
      return { ...dataReply(emails), headers: sameOriginHeaders }
    },
  })
}

type MailboxEmail = Omit<Email, 'html'> & { readonly sent_at: string }

function mailboxPage(emails: readonly MailboxEmail[]): string {
  const articles = emails.map(
    ({ to, subject, text, sent_at }) => html`<article>
<h2>${subject}</h2>
<p>To ${to}, <time datetime="${sent_at}">${sent_at}</time></p>
<pre>${text}</pre>
</article>`,
  )
  return renderPage({
    title: 'Sandbox mailbox',
    crumb: html`The codes of <a href="/account">your account</a> arrive here.`,
    lead: 'E-mails this server would have sent, newest first. Only programs on this machine can see them. Reload to refresh.',
    body: html`${emails.length === 0 ? emptyState(html`No e-mails yet. Request a code at <a href="/account">your account</a>, or with <code>POST /cinema/v1/auth/otp</code>.`) : articles}`,
  })
}
