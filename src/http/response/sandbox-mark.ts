/** What tells responses of the sandbox from real data: `meta.sandbox`, and a banner on pages. */

import { html } from '../pages/html.ts'
import type { Reply } from '../reply.ts'

const banner =
  html`<aside aria-label="Sandbox" style="padding:.5rem 1rem;background:#7a2e00;color:#fff;font:600 1rem/1.4 sans-serif;text-align:center">
Sandbox: all data comes from simulated sources on this machine. None of it is real.
</aside>`.text

export function markReply(reply: Reply): Reply {
  const { body } = reply
  if (!body) return { ...reply, meta: { sandbox: true, ...reply.meta } }
  if (!body.type.startsWith('text/html')) return reply
  return { ...reply, body: { ...body, content: markPage(String(body.content)) } }
}

export function markPage(page: string): string {
  return page.replace('<body>', () => `<body>\n${banner}`)
}
