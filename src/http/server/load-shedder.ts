/** Refuses work the server could only do badly: too much in flight, or a lagging event loop. Knows when a shutdown is under way. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Failure } from '../../core/errors.ts'

interface LoadShedderOptions {
  readonly inFlightMax: number
  /** Mean lag of the event loop, two seconds in a row, above which requests are refused. */
  readonly lagMsMax: number
}

/** Routes that answer even then, so that an operator can see what is going on. */
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
      // One stall, such as loading a module, is no overload: two seconds in a row have to be bad.
      const lagMs = this.#lag.count === 0 ? 0 : this.#lag.mean / 1e6 - sampleMs
      this.#laggingSeconds = lagMs >= options.lagMsMax ? this.#laggingSeconds + 1 : 0
      this.#lagMs = this.#laggingSeconds >= 2 ? lagMs : 0
      this.#lag.reset()
    }, 1000).unref()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** While draining, requests are still answered, but each answer ends its connection. */
  get draining(): boolean {
    return this.#draining
  }

  /** Whether a route that may be refused would be answered now. */
  hasCapacity(): boolean {
    return this.#inFlight < this.#options.inFlightMax && this.#lagMs < this.#options.lagMsMax
  }

  /** Throws `overloaded` when the request has to be refused. */
  check(route: string): void {
    if (this.hasCapacity() || exemptRoutes.test(route)) return
    if (this.#inFlight >= this.#options.inFlightMax)
      throw new Failure('overloaded', 'Too many requests are being answered.', { retryAfterSeconds: 1 })
    throw new Failure('overloaded', 'The server cannot keep up.', { retryAfterSeconds: 2 })
  }

  /** Checks and counts in one step, so that no burst slips through; `leave` must follow. */
  enter(route: string): void {
    this.check(route)
    this.#inFlight += 1
  }

  leave(): void {
    this.#inFlight -= 1
  }

  /** Readiness ends here, while requests in flight go on. */
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
