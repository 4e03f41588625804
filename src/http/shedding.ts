/** Refuses work the server could only do badly: too much in flight, a lagging event loop, or a shutdown under way. */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Failure } from '../core/errors.ts'

interface SheddingOptions {
  readonly inFlightMax: number
  /** Mean lag of the event loop over the last second above which requests are refused. */
  readonly lagMsMax: number
}

/** Routes that answer even then, so that an operator can see what is going on. */
const always = /\/(health|healthz|metrics)$/

export class Shedding {
  readonly #options: SheddingOptions
  readonly #lag = monitorEventLoopDelay({ resolution: 20 })
  readonly #timer: NodeJS.Timeout
  #lagMs = 0
  #inFlight = 0
  #draining = false

  constructor(options: SheddingOptions) {
    this.#options = options
    this.#lag.enable()
    this.#timer = setInterval(() => {
      this.#lagMs = this.#lag.mean / 1e6 - 20
      this.#lag.reset()
    }, 1000).unref()
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get draining(): boolean {
    return this.#draining
  }

  isOpen(): boolean {
    return !this.#draining && this.#lagMs < this.#options.lagMsMax
  }

  /** Throws `overloaded` when the request has to be refused. */
  check(route: string): void {
    if (always.test(route)) return
    this.refuseWhenDraining()
    if (this.#inFlight >= this.#options.inFlightMax)
      throw new Failure('overloaded', 'Too many requests are being answered.', { retryAfterSeconds: 1 })
    if (this.#lagMs >= this.#options.lagMsMax)
      throw new Failure('overloaded', 'The server cannot keep up.', { retryAfterSeconds: 2 })
  }

  /** Readiness ends here, while requests in flight go on. */
  refuseWhenDraining(): void {
    if (this.#draining) throw new Failure('overloaded', 'The server is shutting down.', { retryAfterSeconds: 5 })
  }

  enter(): void {
    this.#inFlight += 1
  }

  leave(): void {
    this.#inFlight -= 1
  }

  drain(): void {
    this.#draining = true
  }

  close(): void {
    clearInterval(this.#timer)
    this.#lag.disable()
  }
}
