/** Tells a caller where a list goes on: in `meta` and as a link. */

import type { CursorCodec } from '../cursor.ts'
import type { Reply } from '../reply.ts'

/** The question a page answers: a cursor is bound to all of it. */
export interface PageRequest {
  /** The route as the router has it. */
  readonly url: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/** No parameter can be called `:url` or `:params`, so nothing a caller sends passes for another route. */
export function cursorBinding({ url, params, query }: PageRequest): object {
  return { ...query, ':url': url, ':params': params }
}

/** `asked`: the URL of the request, so that the link repeats its parameters as they were written. */
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
