/** Rejects requests when too many are in flight, and tracks whether the server is draining. See `Turns` for overload. */

import { Failure } from '../../../core/errors.ts'

/** Routes that operators need during overload. */
const exemptRoutes = /\/(health|healthz|metrics)$/

export class LoadShedder {
  readonly #inFlightMax: number
  #inFlight = 0
  #draining = false
  readonly #leave: Disposable = {
    [Symbol.dispose]: () => {
      this.#inFlight -= 1
    },
  }

  constructor(inFlightMax: number) {
    this.#inFlightMax = inFlightMax
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** While draining, requests are still handled, but each response ends its connection. */
  get draining(): boolean {
    return this.#draining
  }

  /** Throws `overloaded` if the request must be rejected. */
  check(route: string): void {
    if (this.#inFlight < this.#inFlightMax || this.isExempt(route)) return
    throw new Failure('overloaded', 'Too many requests in flight.', { retryAfterSeconds: 1 })
  }

  /** Whether the route responds also during overload. */
  isExempt(route: string): boolean {
    return exemptRoutes.test(route)
  }

  /** Checks and counts in one step, so that no burst gets past the limit. Must be disposed when the request ends. */
  enter(route: string): Disposable {
    this.check(route)
    this.#inFlight += 1
    return this.#leave
  }

  /** For readiness, which fails while requests in flight finish. */
  assertNotDraining(): void {
    if (this.#draining)
      throw new Failure('overloaded', 'The server is shutting down.', { retryAfterSeconds: 5 })
  }

  drain(): void {
    this.#draining = true
  }
}
