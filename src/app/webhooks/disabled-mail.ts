/** Tells owners that their webhook was disabled. */

import { toInstant } from '../../core/clock.ts'
import { html } from '../../http/pages/html.ts'
import { emailPage, type Ledger, type MailTransport, RecipientRejected } from '../../identity/index.ts'
import type { WebhookRow } from '../../store/tables.ts'

const pauseMs = 600_000
const givenUpAfterMs = 86_400_000
const mailsMax = 20

interface MailOptions {
  readonly service: string
  readonly mail: Pick<MailTransport, 'send'>
  /** Of the server, for links. */
  readonly origin: string
  readonly nowMs: number
  readonly signal: AbortSignal
}

/** Whether one waits to be sent, now or later. */
export async function hasMailToSend({ read }: Ledger, service: string): Promise<boolean> {
  const row = await read
    .selectFrom('webhook')
    .innerJoin('identity', 'identity.id', 'webhook.identity_id')
    .select('webhook.id')
    .where('service', '=', service)
    .where('mail_due_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** One that cannot be sent is tried again for a day. */
export async function mailOwners(ledger: Ledger, options: MailOptions): Promise<void> {
  const { service, nowMs, mail, signal } = options
  const due = await ledger.read
    .selectFrom('webhook')
    .innerJoin('identity', 'identity.id', 'webhook.identity_id')
    .selectAll('webhook')
    .select('identity.email')
    .where('service', '=', service)
    .where('mail_due_at', '<=', nowMs)
    .orderBy('mail_due_at')
    .limit(mailsMax)
    .execute()
  for (const { email, ...row } of due) {
    if (signal.aborted) return
    const isOver = await mail.send(disabledEmail(email, row, options.origin), signal).then(
      () => true,
      (thrown) =>
        (thrown instanceof RecipientRejected && thrown.isPermanent) ||
        nowMs - row.changed_at >= givenUpAfterMs,
    )
    await ledger.transaction(async (tx) => {
      await tx
        .updateTable('webhook')
        .set({ mail_due_at: isOver ? null : nowMs + pauseMs })
        .where('id', '=', row.id)
        .where('mail_due_at', '=', row.mail_due_at)
        .execute()
    })
  }
}

function disabledEmail(to: string, row: WebhookRow, origin: string) {
  const name = row.label ?? row.id
  const since = row.failing_since === null ? '' : ` since ${toInstant(row.failing_since)}`
  const paragraphs = [
    `Your webhook "${name}" no longer sends changes of ${row.service} to ${row.url}.`,
    `The reason: ${row.reason ?? 'unknown'}. No delivery has succeeded${since}.`,
    `When the receiver works again, resume the webhook: ${origin}/account. It goes on where it stopped, as far as the changes are still stored.`,
  ]
  return {
    to,
    subject: 'Broadsheet: a webhook was disabled',
    text: [...paragraphs, ''].join('\n\n'),
    html: emailPage(paragraphs.map((text) => html`<p>${text}</p>\n`)),
  }
}
