/** A request as its handler sees it; what few handlers look at is found out when they do. */

import type { FastifyRequest } from 'fastify'
import type { Admission } from '../access-control.ts'
import type { CursorCodec, CursorKey } from '../cursor.ts'
import { boundTo, type PageQuestion } from '../response/next-page.ts'
import type { Representation } from '../response/representation.ts'
import type { Ask } from '../route.ts'
import { isLocal } from './local-caller.ts'
import type { Deadline } from './request-deadline.ts'

export interface AskFacts {
  readonly request: FastifyRequest
  readonly deadline: Deadline
  readonly admission: Admission
  readonly nowMs: number
  readonly question: PageQuestion
  readonly address: string
  readonly representation: Representation
}

export class RequestAsk implements Ask<never, never, never> {
  readonly #facts: AskFacts
  readonly #cursors: CursorCodec
  readonly query: never
  readonly params: never
  readonly body: never
  readonly nowMs: number
  readonly admission: Admission
  readonly address: string

  constructor(facts: AskFacts, body: unknown, cursors: CursorCodec) {
    this.#facts = facts
    this.#cursors = cursors
    this.query = facts.question.query as never
    this.params = facts.question.params as never
    this.body = body as never
    this.nowMs = facts.nowMs
    this.admission = facts.admission
    this.address = facts.address
  }

  get requestId(): string {
    return this.#facts.request.id
  }

  get signal(): AbortSignal {
    return this.#facts.deadline.signal
  }

  get isLocal(): boolean {
    return isLocal(this.#facts.request.raw)
  }

  get idempotencyKey(): string | undefined {
    return this.#facts.request.headers['idempotency-key'] as string | undefined
  }

  get host(): string | undefined {
    return this.#facts.request.headers.host
  }

  get search(): string {
    return this.#facts.request.raw.url?.split('?', 2)[1] ?? ''
  }

  get contentType(): string | undefined {
    return this.#facts.request.headers['content-type']
  }

  get accept(): string | undefined {
    return this.#facts.request.headers.accept
  }

  get representation(): Representation {
    return this.#facts.representation
  }

  /** A field, because handlers take it out of the request they are given. */
  readonly after = (): CursorKey | undefined => {
    const { question } = this.#facts
    const { cursor } = question.query
    return typeof cursor === 'string' ? this.#cursors.decode(boundTo(question), cursor) : undefined
  }
}
