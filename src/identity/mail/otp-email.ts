/** The e-mail that carries a sign-in code. */

import { html } from '../../http/pages/html.ts'
import { emailPage } from './email-page.ts'
import type { Email } from './mail-transport.ts'

interface OtpEmailOptions {
  readonly to: string
  readonly code: string
  readonly validMinutes: number
  readonly origin: string
}

/** Nothing in it comes from the caller except the address it is sent to. */
export function otpEmail({ to, code, validMinutes, origin }: OtpEmailOptions): Email {
  const intro = 'Your sign-in code for Broadsheet:'
  const validity = `It can be used once, within ${validMinutes} minutes, at ${origin}.`
  const notice = 'If you did not request it, ignore this e-mail: nobody can sign in without the code.'
  const content = html`<p>${intro}</p>
<p style="font: bold 28px monospace; letter-spacing: 4px">${code}</p>
<p>${validity}</p>
<p>${notice}</p>
`
  return {
    to,
    subject: 'Your Broadsheet sign-in code',
    text: [intro, '', `    ${code}`, '', validity, notice, ''].join('\n'),
    html: emailPage(content),
  }
}
