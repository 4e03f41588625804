/** Adds the cursor of the next page to a list, in `meta` and as a link. */

import { type CursorCodec, cursorBinding, type PageRequest } from '../cursor.ts'
import type { Reply } from '../reply.ts'

/** The link repeats the parameters of `requestUrl` as they were written. */
export function withNextPage(
  reply: Reply,
  pageRequest: PageRequest,
  requestUrl: string,
  cursors: CursorCodec,
): Reply {
  if (!reply.nextKey) return reply
  const next = cursors.encode(cursorBinding(pageRequest), reply.nextKey)
  const parameters = new URLSearchParams(requestUrl.split('?', 2)[1])
  parameters.set('cursor', next)
  const path = pageRequest.url.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(pageRequest.params[name])),
  )
  return {
    ...reply,
    meta: { ...reply.meta, pagination: { ...(reply.meta?.pagination as object), next_cursor: next } },
    headers: { ...reply.headers, link: `<${path}?${parameters}>; rel="next"` },
  }
}
