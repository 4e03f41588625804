/** Rejects requests under overload (too many in flight, or a lagging event loop), and tracks whether the server is draining. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Failure } from '../../../core/errors.ts'

interface LoadShedderOptions {
  readonly inFlightMax: number
  /** Mean event-loop lag, two seconds in a row, above which requests are rejected. */
  readonly lagMsMax: number
}

/** Routes that operators need during overload. */
const exemptRoutes = /\/(health|healthz|metrics)$/

const sampleMs = 20

export class LoadShedder {
  readonly #options: LoadShedderOptions
  readonly #lag = monitorEventLoopDelay({ resolution: sampleMs })
  readonly #timer: NodeJS.Timeout
  #lagMs = 0
  #laggingSeconds = 0
  #inFlight = 0
  #draining = false

  constructor(options: LoadShedderOptions) {
    this.#options = options
    this.#lag.enable()
    this.#timer = setInterval(() => {
      // A single stall, such as loading a module, is not overload: two seconds in a row must be bad.
      const lagMs = this.#lag.count === 0 ? 0 : this.#lag.mean / 1e6 - sampleMs
      this.#laggingSeconds = lagMs >= options.lagMsMax ? this.#laggingSeconds + 1 : 0
      this.#lagMs = this.#laggingSeconds >= 2 ? lagMs : 0
      this.#lag.reset()
    }, 1000).unref()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** While draining, requests are still handled, but each response ends its connection. */
  get draining(): boolean {
    return this.#draining
  }

  hasCapacity(): boolean {
    return this.#inFlight < this.#options.inFlightMax && this.#lagMs < this.#options.lagMsMax
  }

  /** Throws `overloaded` if the request must be rejected. */
  check(route: string): void {
    if (this.hasCapacity() || this.isExempt(route)) return
    if (this.#inFlight >= this.#options.inFlightMax)
      throw new Failure('overloaded', 'Too many requests in flight.', { retryAfterSeconds: 1 })
    throw new Failure('overloaded', 'The server is overloaded.', { retryAfterSeconds: 2 })
  }

  /** Whether the route responds also during overload. */
  isExempt(route: string): boolean {
    return exemptRoutes.test(route)
  }

  /** Checks and counts in one step, so that no burst gets past the limit. Must be disposed when the request ends. */
  enter(route: string): Disposable {
    this.check(route)
    this.#inFlight += 1
    return {
      [Symbol.dispose]: () => {
        this.#inFlight -= 1
      },
    }
  }

  /** For readiness, which fails while requests in flight finish. */
  assertNotDraining(): void {
    if (this.#draining)
      throw new Failure('overloaded', 'The server is shutting down.', { retryAfterSeconds: 5 })
  }

  drain(): void {
    this.#draining = true
  }

  close(): void {
    clearInterval(this.#timer)
    this.#lag.disable()
  }
}
