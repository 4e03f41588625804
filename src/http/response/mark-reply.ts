/** What a reply gets from the server that sends it: `meta.sandbox`, and on pages the sections and the mark of the sandbox. */

import { type Site, withSite } from '../pages/site.ts'
import type { Reply } from '../reply.ts'

export function markReply(reply: Reply, site: Site): Reply {
  const { body } = reply
  if (!body) return site.isSandbox ? { ...reply, meta: { sandbox: true, ...reply.meta } } : reply
  if (!body.type.startsWith('text/html')) return reply
  return { ...reply, body: { ...body, content: withSite(String(body.content), site) } }
}
