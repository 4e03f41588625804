/** One circuit breaker per host: after several consecutive failures it admits one probe per interval. */

import type { Clock } from '../clock.ts'
import { Failure } from '../errors.ts'
import type { Events } from '../events.ts'

export interface BreakerOptions {
  /** Consecutive failures that open the circuit. */
  readonly failuresMax: number
  /** The interval between probes while the circuit is open. */
  readonly probeIntervalMs: number
}

interface Circuit {
  failures: number
  /** While open: when the next probe may start, on the monotonic clock. */
  probeAt: number
}

/** Not cockatiel: its breaker uses the system clock, so it cannot be tested with a fake one. */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>()
  readonly #options: BreakerOptions
  readonly #clock: Clock
  readonly #events: Pick<Events, 'breakerOpened' | 'breakerClosed'>

  constructor(
    options: BreakerOptions,
    clock: Clock,
    events: Pick<Events, 'breakerOpened' | 'breakerClosed'>,
  ) {
    this.#options = options
    this.#clock = clock
    this.#events = events
  }

  /** Throws `upstream_unavailable` while the circuit is open. */
  check(host: string): void {
    const circuit = this.#openCircuit(host)
    if (!circuit) return
    const waitMs = circuit.probeAt - this.#clock.monotonic()
    if (waitMs <= 0) return
    throw new Failure('upstream_unavailable', 'The source keeps failing; requests to it are paused.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }

  /** Like `check`; when the circuit is open and a probe is due, this request becomes the probe. */
  admit(host: string): void {
    this.check(host)
    const circuit = this.#openCircuit(host)
    if (circuit) circuit.probeAt = this.#clock.monotonic() + this.#options.probeIntervalMs
  }

  recordSuccess(host: string): void {
    const circuit = this.#circuits.get(host)
    if (!circuit) return
    this.#circuits.delete(host)
    if (circuit.failures >= this.#options.failuresMax) this.#events.breakerClosed({ host })
  }

  /** `retryAfterMs` comes from the `Retry-After` header of the host. */
  recordFailure(host: string, retryAfterMs = 0): void {
    const circuit = this.#circuits.get(host) ?? { failures: 0, probeAt: 0 }
    this.#circuits.set(host, circuit)
    circuit.failures += 1
    if (circuit.failures < this.#options.failuresMax) return
    const probeInMs = Math.max(this.#options.probeIntervalMs, retryAfterMs)
    circuit.probeAt = this.#clock.monotonic() + probeInMs
    if (circuit.failures === this.#options.failuresMax) {
      this.#events.breakerOpened({ host, failures: circuit.failures, probeInMs })
    }
  }

  #openCircuit(host: string): Circuit | undefined {
    const circuit = this.#circuits.get(host)
    return circuit && circuit.failures >= this.#options.failuresMax ? circuit : undefined
  }
}
