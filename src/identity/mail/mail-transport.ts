/** Sends e-mails by SMTP. */

import { abortable } from '../../core/abortable.ts'
import type { AnyRoute } from '../../http/route.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailTransport extends AsyncDisposable {
  /** Routes of the server that show the e-mails. */
  readonly routes: readonly AnyRoute[]
  /** Rejects when the e-mail was not accepted. */
  send(email: Email, signal: AbortSignal): Promise<void>
}

interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly timeoutMs: number
}

/** Opens a connection per e-mail: there are few, and a restart of the mail server does no harm. */
export async function smtpMail({ url, from, timeoutMs }: SmtpOptions): Promise<MailTransport> {
  const transport = await openTransport(url, timeoutMs)
  return {
    routes: [],
    async send(email, signal) {
      const sending = transport.sendMail({
        ...email,
        from: { name: 'Broadsheet', address: from },
        to: { name: '', address: email.to },
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await abortable(sending, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Rejects when the mail server does not respond or does not accept the credentials. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(url, timeoutMs)
  try {
    await abortable(transport.verify(), AbortSignal.timeout(timeoutMs))
  } finally {
    transport.close()
  }
}

async function openTransport(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
}

/** For the live profile without a mail server: no codes can be sent. */
export const noMail: MailTransport = {
  routes: [],
  send: () => Promise.reject(new Error('no mail server is configured; set SMTP_URL and MAIL_FROM')),
  [Symbol.asyncDispose]: async () => {},
}
