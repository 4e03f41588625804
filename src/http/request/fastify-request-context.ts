/** A request as its handler sees it; what few handlers look at is found out when they do. */

import type { FastifyRequest } from 'fastify'
import type { Admission } from '../access-control.ts'
import type { CursorCodec, CursorKey } from '../cursor.ts'
import { cursorBinding, type PageRequest } from '../response/next-page.ts'
import type { Representation } from '../response/representation.ts'
import type { RequestContext } from '../route.ts'
import { isLocalCaller } from './local-caller.ts'
import type { RequestDeadline } from './request-deadline.ts'

export interface ParsedRequest {
  readonly request: FastifyRequest
  readonly deadline: RequestDeadline
  readonly admission: Admission
  readonly nowMs: number
  readonly pageRequest: PageRequest
  readonly address: string
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

  constructor(facts: ParsedRequest, body: unknown, cursors: CursorCodec) {
    this.#parsed = facts
    this.#cursors = cursors
    this.query = facts.pageRequest.query as never
    this.params = facts.pageRequest.params as never
    this.body = body as never
    this.nowMs = facts.nowMs
    this.admission = facts.admission
    this.address = facts.address
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

  get accept(): string | undefined {
    return this.#parsed.request.headers.accept
  }

  get representation(): Representation {
    return this.#parsed.representation
  }

  /** A field, because handlers take it out of the request they are given. */
  readonly after = (): CursorKey | undefined => {
    const { pageRequest } = this.#parsed
    const { cursor } = pageRequest.query
    return typeof cursor === 'string' ? this.#cursors.decode(cursorBinding(pageRequest), cursor) : undefined
  }
}
