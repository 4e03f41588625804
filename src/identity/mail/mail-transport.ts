/** Sends e-mails by SMTP. */

import { abortable } from '../../core/async/abortable.ts'
import type { AnyRoute } from '../../http/route.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Beside those of every e-mail. Never text of others. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface MailTransport extends AsyncDisposable {
  /** Routes of the server that show the e-mails. */
  readonly routes: readonly AnyRoute[]
  /** Rejects when the e-mail was not accepted; with `RecipientRejected` if that is due to its address. */
  send(email: Email, signal: AbortSignal): Promise<void>
}

/** The mail server does not know the address, or does not deliver to it. */
export class RecipientRejected extends Error {
  /** False if a later try may succeed. */
  readonly isPermanent: boolean

  constructor(message: string, isPermanent = true) {
    super(message)
    this.isPermanent = isPermanent
  }
}

interface MailServer {
  readonly url: string
  /** Refuse to send without TLS. A server on this machine never needs it. */
  readonly requireTls: boolean
}

interface SmtpOptions extends MailServer {
  readonly from: string
  readonly timeoutMs: number
}

/** Opens a connection per e-mail: there are few, and a restart of the mail server does no harm. */
export async function smtpMail({ from, timeoutMs, ...mailServer }: SmtpOptions): Promise<MailTransport> {
  const transport = await openTransport(mailServer, timeoutMs)
  return {
    routes: [],
    async send(email, signal) {
      const sending = transport.sendMail({
        ...email,
        from: { name: 'Broadsheet', address: from },
        to: { name: '', address: email.to },
        headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
      })
      await abortable(sending, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).catch(
        (error: unknown) => {
          throw isRecipientRejection(error)
            ? new RecipientRejected(error.message, (error.responseCode ?? 0) >= 500)
            : error
        },
      )
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Rejects when the mail server does not respond or does not accept the credentials. */
export async function checkMailServer(mailServer: MailServer, timeoutMs: number): Promise<void> {
  const transport = await openTransport(mailServer, timeoutMs)
  try {
    await abortable(transport.verify(), AbortSignal.timeout(timeoutMs))
  } finally {
    transport.close()
  }
}

async function openTransport({ url, requireTls }: MailServer, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: withTls(url, requireTls),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Options in the URL have precedence, so they are set there. `smtps` is encrypted from the start. */
function withTls(text: string, requireTls: boolean): string {
  const url = new URL(text)
  if (!requireTls || url.protocol === 'smtps:' || loopbackHost.test(url.hostname)) return text
  for (const option of ['ignoreTLS', 'requireTLS', 'secure', 'opportunisticTLS'])
    url.searchParams.delete(option)
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

function isRecipientRejection(error: unknown): error is Error & { readonly responseCode?: number } {
  return error instanceof Error && (error as { command?: unknown }).command === 'RCPT TO'
}

/** For the live profile without a mail server: no codes can be sent. */
export const noMail: MailTransport = {
  routes: [],
  send: () => Promise.reject(new Error('no mail server is configured; set SMTP_URL and MAIL_FROM')),
  [Symbol.asyncDispose]: async () => {},
}
