/** Circuit breakers: one per host and group of endpoints. When too many requests fail, it admits one probe per interval. */

import type { Clock } from '../clock.ts'
import { Failure } from '../errors.ts'
import type { Events } from '../events.ts'

export interface BreakerOptions {
  /** How many of the latest requests are judged. A request counts once, whatever the number of its attempts. */
  readonly requestsMax: number
  /** Fewer requests do not open the circuit. */
  readonly requestsMin: number
  /** Older requests are ignored. */
  readonly windowMs: number
  /** The share of failures, up to 1, that opens the circuit. */
  readonly failureShare: number
  /** The interval between probes while the circuit is open. */
  readonly probeIntervalMs: number
}

/** What fails together: a host, or a group of its endpoints. */
export interface CircuitKey {
  readonly host: string
  readonly group?: string | undefined
}

/** Times are on the monotonic clock. */
interface Circuit {
  /** The latest requests, the oldest first. */
  outcomes: { readonly at: number; readonly failed: boolean }[]
  /** When the next probe may start; undefined while the circuit is closed. */
  probeAt: number | undefined
}

const circuitsMax = 1000

/** Not cockatiel: its breaker uses the system clock, so it cannot be tested with a fake one. */
export class CircuitBreakers {
  /** The least recently used first. */
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

  isOpen(key: CircuitKey): boolean {
    return this.#circuits.get(toText(key))?.probeAt !== undefined
  }

  /** Throws `upstream_unavailable` while the circuit is open. */
  check(key: CircuitKey): void {
    const { probeAt } = this.#circuits.get(toText(key)) ?? {}
    if (probeAt === undefined) return
    const waitMs = probeAt - this.#clock.monotonic()
    if (waitMs <= 0) return
    throw new Failure('upstream_unavailable', 'The source keeps failing; requests to it are paused.', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }

  /** Like `check`; when the circuit is open and a probe is due, this request becomes the probe. */
  admit(key: CircuitKey): void {
    this.check(key)
    const circuit = this.#circuits.get(toText(key))
    if (circuit?.probeAt === undefined) return
    circuit.probeAt = this.#clock.monotonic() + this.#options.probeIntervalMs
  }

  recordSuccess(key: CircuitKey): void {
    const circuit = this.#record(key, false)
    if (circuit.probeAt === undefined) return
    this.#circuits.delete(toText(key))
    this.#events.breakerClosed(toEvent(key))
  }

  /** `retryAfterMs` comes from the `Retry-After` header of the host. */
  recordFailure(key: CircuitKey, retryAfterMs = 0): void {
    const circuit = this.#record(key, true)
    const { requestsMin, failureShare, probeIntervalMs } = this.#options
    const failures = circuit.outcomes.filter(({ failed }) => failed).length
    const requests = circuit.outcomes.length
    const wasOpen = circuit.probeAt !== undefined
    if (!wasOpen && (requests < requestsMin || failures < requests * failureShare)) return
    const probeInMs = Math.max(probeIntervalMs, retryAfterMs)
    circuit.probeAt = this.#clock.monotonic() + probeInMs
    if (!wasOpen) this.#events.breakerOpened({ ...toEvent(key), failures, requests, probeInMs })
  }

  #record(key: CircuitKey, failed: boolean): Circuit {
    const text = toText(key)
    const circuit = this.#circuits.get(text) ?? { outcomes: [], probeAt: undefined }
    const { requestsMax, windowMs } = this.#options
    const now = this.#clock.monotonic()
    circuit.outcomes.push({ at: now, failed })
    const firstCurrent = circuit.outcomes.findIndex(({ at }) => at > now - windowMs)
    circuit.outcomes.splice(0, Math.max(firstCurrent, circuit.outcomes.length - requestsMax))
    this.#circuits.delete(text)
    this.#circuits.set(text, circuit)
    if (this.#circuits.size > circuitsMax) this.#dropOldest()
    return circuit
  }

  /** A closed circuit first: forgetting an open one sends requests to a host that is down. */
  #dropOldest(): void {
    for (const [text, { probeAt }] of this.#circuits) {
      if (probeAt !== undefined) continue
      this.#circuits.delete(text)
      return
    }
    const [oldest] = this.#circuits.keys()
    if (oldest !== undefined) this.#circuits.delete(oldest)
  }
}

/** No host contains a space. */
function toText({ host, group }: CircuitKey): string {
  return group === undefined ? host : `${host} ${group}`
}

function toEvent({ host, group }: CircuitKey): { host: string; group?: string } {
  return group === undefined ? { host } : { host, group }
}
