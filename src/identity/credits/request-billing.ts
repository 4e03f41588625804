/** The credits of one request, from the moment they are held until its response is sent. */

import type { Billing, ChargeOrder, IdempotentRequest } from '../../http/accounts.ts'
import type { LedgerTransaction } from '../tables.ts'
import type { Credits, HeldCharge } from './credits.ts'

interface BillingOptions {
  readonly credits: Credits
  readonly request: IdempotentRequest
  readonly route: string
  /** The name of the request's `Idempotency-Key`. */
  readonly claimName: string | undefined
  onWarning(message: string): void
}

export class RequestBilling implements Billing {
  readonly #options: BillingOptions
  #hasCharged = false
  #charge: HeldCharge | undefined

  constructor(options: BillingOptions) {
    this.#options = options
  }

  /** Whether there is something to commit or to refund. */
  get isCharged(): boolean {
    return this.#charge !== undefined
  }

  get credits(): number {
    return this.#charge?.credits ?? 0
  }

  async charge(order: ChargeOrder): Promise<void> {
    if (this.#hasCharged) throw new TypeError('a request can be charged only once')
    this.#hasCharged = true
    const { credits, request, route, claimName } = this.#options
    this.#charge = await credits.hold({
      ...order,
      principal: request.admission.principal,
      requestId: request.requestId,
      route,
      claimName,
      signal: request.signal,
    })
  }

  async lower(credits: number): Promise<void> {
    this.#charge = await this.#charge?.lower(credits)
  }

  async commit(tx: LedgerTransaction): Promise<void> {
    await this.#charge?.commit(tx)
  }

  /** Does not throw, so that the caller gets the original error. Held credits are returned by housekeeping at the latest. */
  async refund(): Promise<void> {
    await this.#charge?.refund().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : error
      this.#options.onWarning(`could not refund a request that failed: ${reason}`)
    })
  }

  /**
   * The stream of a response that was charged. Credits are returned only if the server fails to produce it: a caller who
   * hangs up, or reads too slowly, has received what it paid for.
   */
  async *refundedOnFailure(stream: AsyncIterable<string>): AsyncGenerator<string> {
    const chunks = stream[Symbol.asyncIterator]()
    let isOpen = true
    try {
      for (;;) {
        const next = await this.#nextChunk(chunks).catch((error: unknown) => {
          isOpen = false
          throw error
        })
        if (next.done) {
          isOpen = false
          return
        }
        yield next.value
      }
    } finally {
      if (isOpen) await chunks.return?.()
    }
  }

  async #nextChunk(chunks: AsyncIterator<string>): Promise<IteratorResult<string>> {
    try {
      return await chunks.next()
    } catch (error) {
      if (!this.#options.request.signal.aborted) await this.refund()
      throw error
    }
  }
}
