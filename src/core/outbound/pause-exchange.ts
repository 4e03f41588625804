/** Makes the pauses that a host asked for known to other processes, and learns of theirs. */

import type { Clock } from '../clock.ts'
import type { CircuitKey } from './circuit-breakers.ts'
import type { HostQueue } from './host-queue.ts'

/** Where processes leave the pauses that they were asked for. */
export interface SharedPauses {
  /** Those of the host that are not over, with the time that is left. */
  read(host: string): Promise<readonly { readonly group?: string; readonly ms: number }[]>
  save(paused: CircuitKey, ms: number): Promise<void>
}

/** A shorter pause is over before another process would learn of it. */
const pauseMsMin = 10_000
const readEveryMs = 5_000
const hostsMax = 1000

/**
 * A failure of what is shared is no reason to stop: then each process knows the pauses that it was asked for itself, and
 * the outage is reported by everything else that needs the store.
 */
export class PauseExchange {
  readonly #shared: SharedPauses | undefined
  readonly #queue: HostQueue
  readonly #clock: Clock
  /** The last read of each host, on the monotonic clock; the oldest first. */
  readonly #reads = new Map<string, { readonly at: number; readonly done: Promise<void> }>()

  constructor(shared: SharedPauses | undefined, queue: HostQueue, clock: Clock) {
    this.#shared = shared
    this.#queue = queue
    this.#clock = clock
  }

  /** Resolves when the queue knows what the others know, or knew some seconds ago. Undefined if nothing is shared. */
  learn(host: string): Promise<void> | undefined {
    if (this.#shared === undefined) return undefined
    const at = this.#clock.monotonic()
    const last = this.#reads.get(host)
    if (last && at - last.at < readEveryMs) return last.done
    const done = this.#read(this.#shared, host)
    this.#reads.delete(host)
    this.#reads.set(host, { at, done })
    const [oldest] = this.#reads.keys()
    if (oldest !== undefined && this.#reads.size > hostsMax) this.#reads.delete(oldest)
    return done
  }

  async announce(paused: CircuitKey, ms: number): Promise<void> {
    if (ms >= pauseMsMin) await this.#shared?.save(paused, ms).catch(() => {})
  }

  async #read(shared: SharedPauses, host: string): Promise<void> {
    const pauses = await shared.read(host).catch(() => [])
    for (const { group, ms } of pauses) this.#queue.pause({ host, group }, ms)
  }
}
