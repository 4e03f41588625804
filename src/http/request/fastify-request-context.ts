/** The context of a request as its handler sees it; rarely used fields are computed lazily. */

import type { FastifyRequest } from 'fastify'
import type { Admission } from '../access-control.ts'
import { type CursorCodec, type CursorKey, cursorBinding, type PageRequest } from '../cursor.ts'
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

export class FastifyRequestContext implements RequestContext<never, never, never> {
  readonly #parsed: ParsedRequest
  readonly #cursors: CursorCodec
  readonly query: never
  readonly params: never
  readonly body: never
  readonly nowMs: number
  readonly admission: Admission
  readonly address: string
  readonly mediaType: string
  readonly representation: Representation

  constructor(parsed: ParsedRequest, cursors: CursorCodec) {
    this.#parsed = parsed
    this.#cursors = cursors
    this.query = parsed.pageRequest.query as never
    this.params = parsed.pageRequest.params as never
    this.body = parsed.request.body as never
    this.nowMs = parsed.nowMs
    this.admission = parsed.admission
    this.address = parsed.address
    this.mediaType = parsed.mediaType
    this.representation = parsed.representation
  }

  get requestId(): string {
    return this.#parsed.request.id
  }

  get signal(): AbortSignal {
    return this.#parsed.deadline.signal
  }

  get isLocal(): boolean {
    return isLocalCaller(this.#parsed.request.raw)
  }

  get idempotencyKey(): string | undefined {
    return this.#parsed.request.headers['idempotency-key'] as string | undefined
  }

  get host(): string | undefined {
    return this.#parsed.request.headers.host
  }

  get rawQuery(): string {
    return this.#parsed.request.raw.url?.split('?', 2)[1] ?? ''
  }

  get contentType(): string | undefined {
    return this.#parsed.request.headers['content-type']
  }

  /** A field rather than a method, because handlers destructure it. */
  readonly after = (): CursorKey | undefined => {
    const { pageRequest } = this.#parsed
    const { cursor } = pageRequest.query
    return typeof cursor === 'string' ? this.#cursors.decode(cursorBinding(pageRequest), cursor) : undefined
  }
}
