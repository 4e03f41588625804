/** The context of a request as its handler sees it. */

import type { FastifyRequest } from 'fastify'
import type { Admission } from '../access-control.ts'
import { type CursorCodec, cursorBinding, type PageRequest } from '../cursor.ts'
import type { RequestContext } from '../route.ts'
import { isLocalCaller } from './local-caller.ts'
import type { Representation } from './media-types.ts'
import type { RequestDeadline } from './request-deadline.ts'

interface ParsedRequest {
  readonly request: FastifyRequest
  readonly deadline: RequestDeadline
  readonly admission: Admission
  readonly nowMs: number
  readonly pageRequest: PageRequest
  readonly address: string
  readonly mediaType: string
  readonly representation: Representation
}

/** The getters are expensive, and few handlers use them. */
export function createContext(
  parsed: ParsedRequest,
  cursors: CursorCodec,
): RequestContext<never, never, never> {
  const { request, deadline, pageRequest, ...rest } = parsed
  const { headers } = request
  return {
    ...rest,
    query: pageRequest.query as never,
    params: pageRequest.params as never,
    body: request.body as never,
    requestId: request.id,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
    host: headers.host,
    contentType: headers['content-type'],
    get rawQuery() {
      return request.raw.url?.split('?', 2)[1] ?? ''
    },
    get signal() {
      return deadline.signal
    },
    get isLocal() {
      return isLocalCaller(request.raw)
    },
    after() {
      const { cursor } = pageRequest.query
      return typeof cursor === 'string' ? cursors.decode(cursorBinding(pageRequest), cursor) : undefined
    },
  }
}
