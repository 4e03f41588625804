/** The mail that carries a code: its words, and how it is sent. */

import { html } from '../../http/pages/html.ts'
import { codeLifetimeMs } from '../credentials/sign-in-codes.ts'

export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailTransport extends AsyncDisposable {
  /** Rejects when the letter was not taken. */
  send(email: Email, signal: AbortSignal): Promise<void>
}

/** Nothing in it comes from the caller but the address it goes to. */
export function otpEmail(to: string, code: string, origin: string): Email {
  const minutes = codeLifetimeMs / 60_000
  const page = html`<!doctype html>
<html lang="en"><body style="font: 16px/1.5 Georgia, serif; color: #1a1a1a">
<p>Your sign-in code for Broadsheet:</p>
<p style="font: bold 28px monospace; letter-spacing: 4px">${code}</p>
<p>It can be used once, within ${String(minutes)} minutes, at ${origin}.</p>
<p>If you did not ask for it, you can ignore this mail: without the code nobody can sign in.</p>
</body></html>`
  return {
    to,
    subject: 'Your Broadsheet sign-in code',
    text: [
      'Your sign-in code for Broadsheet:',
      '',
      `    ${code}`,
      '',
      `It can be used once, within ${minutes} minutes, at ${origin}.`,
      'If you did not ask for it, you can ignore this mail: without the code nobody can sign in.',
      '',
    ].join('\n'),
    html: page.text,
  }
}

interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly timeoutMs: number
}

/** A connection per letter: codes are few, and a server that restarted is no problem. */
export async function smtpTransport({ url, from, timeoutMs }: SmtpOptions): Promise<MailTransport> {
  const transport = await openTransport(url, timeoutMs)
  return {
    async send({ to, subject, text, html: page }, signal) {
      const sending = transport.sendMail({
        from: { name: 'Broadsheet', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html: page,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await withAbort(sending, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    },
    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** Rejects when the server does not greet us, or does not take our name and password. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<void> {
  const transport = await openTransport(url, timeoutMs)
  try {
    await withAbort(transport.verify(), AbortSignal.timeout(timeoutMs))
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

/** The live profile without a mail server: nobody can be sent a code. */
export const noMailTransport: MailTransport = {
  send: () => Promise.reject(new Error('no mail server is configured; set SMTP_URL and MAIL_FROM')),
  [Symbol.asyncDispose]: async () => {},
}

async function withAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  // Whichever comes second is nobody's concern any more.
  work.catch(() => {})
  promise.catch(() => {})
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
