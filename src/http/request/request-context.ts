/** The context of a request as its handler sees it. */

import type { IncomingMessage } from 'node:http'
import type { Admission } from '../access-control.ts'
import { type CursorCodec, type CursorKey, cursorBinding, type PageRequest } from '../cursor.ts'
import type { OutsideTurn, RequestContext } from '../route.ts'
import { isLocalCaller } from './local-caller.ts'
import type { Representation } from './media-types.ts'
import type { RequestDeadline } from './request-deadline.ts'

/** A share of this thread that a request may do without for a while. */
interface LeavableTurn {
  leave<Result>(work: () => Promise<Result>): Promise<Result>
}

interface ParsedRequest {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly body: unknown
  readonly deadline: RequestDeadline
  readonly turn: LeavableTurn | undefined
  readonly admission: Admission
  readonly nowMs: number
  readonly pageRequest: PageRequest
  readonly address: string
  readonly negotiated: { readonly mediaType: string; readonly representation: Representation }
}

/** A class, because an object literal with getters costs more than the rest of the request's preparation. */
export class HandlerContext implements RequestContext<never, never, never> {
  readonly #request: IncomingMessage
  readonly #deadline: RequestDeadline
  readonly query: never
  readonly params: never
  readonly body: never
  readonly requestId: string
  readonly nowMs: number
  readonly admission: Admission
  readonly address: string
  readonly mediaType: string
  readonly representation: Representation
  readonly outsideTurn: OutsideTurn
  readonly after: () => CursorKey | undefined
  readonly cursorAfter: (key: CursorKey) => string

  constructor(parsed: ParsedRequest, cursors: CursorCodec) {
    const { request, pageRequest, negotiated } = parsed
    this.#request = request
    this.#deadline = parsed.deadline
    this.query = pageRequest.query as never
    this.params = pageRequest.params as never
    this.body = parsed.body as never
    this.requestId = parsed.requestId
    this.nowMs = parsed.nowMs
    this.admission = parsed.admission
    this.address = parsed.address
    this.mediaType = negotiated.mediaType
    this.representation = negotiated.representation
    const { turn } = parsed
    // Handlers take these out of the context, so they cannot be methods.
    this.outsideTurn = (work) => (turn === undefined ? work() : turn.leave(work))
    this.cursorAfter = (key) => cursors.encode(cursorBinding(pageRequest), key)
    this.after = () => {
      const { cursor } = pageRequest.query
      return typeof cursor === 'string' ? cursors.decode(cursorBinding(pageRequest), cursor) : undefined
    }
  }

  get isHead(): boolean {
    return this.#request.method === 'HEAD'
  }

  get idempotencyKey(): string | undefined {
    return this.#request.headers['idempotency-key'] as string | undefined
  }

  get host(): string | undefined {
    return this.#request.headers.host
  }

  extendDeadline(ms: number): void {
    this.#deadline.extend(ms)
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  get rawQuery(): string {
    return this.#request.url?.split('?', 2)[1] ?? ''
  }

  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  get isLocal(): boolean {
    return isLocalCaller(this.#request)
  }
}
