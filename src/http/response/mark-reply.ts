/** What a reply gets from the server that sends it: `meta.sandbox`, and on pages the sections and the mark of the sandbox. */

import { type Site, withCollecting, withSite } from '../pages/site.ts'
import type { Reply } from '../reply.ts'

export async function markReply(reply: Reply, site: Site): Promise<Reply> {
  const { body } = reply
  if (!body) return site.isSandbox ? { ...reply, meta: { sandbox: true, ...reply.meta } } : reply
  if (!body.type.startsWith('text/html')) return reply
  const page = String(body.content)
  const collecting = await withCollecting(page, site)
  const marked = { ...reply, body: { ...body, content: withSite(collecting ?? page, site) } }
  // The end of the first sync invalidates no stored response.
  return collecting === undefined
    ? marked
    : { ...marked, headers: { ...reply.headers, 'cache-control': 'no-store' } }
}
