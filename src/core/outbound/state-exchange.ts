/** Makes the states of hosts known to other processes, and learns of theirs. */

import type { Clock } from '../clock.ts'
import type { CircuitKey } from './hosts/host-closed.ts'
import type { SharedHostState } from './hosts/host-states.ts'

/** Where processes leave the states of hosts. */
export interface SharedHostStates {
  read(host: string): Promise<readonly SharedHostState[]>
  save(state: SharedHostState): Promise<void>
}

/** A shorter pause is over before another process would learn of it. */
const closedMsMin = 10_000
const readEveryMs = 5_000
const hostsMax = 1000

/**
 * A failure of what is shared is no reason to stop: then each process knows what it has found out itself, and the outage
 * is reported by everything else that needs the store.
 */
export class StateExchange {
  readonly #shared: SharedHostStates | undefined
  readonly #adopt: (state: SharedHostState) => void
  readonly #clock: Clock
  /** The last read of each host, on the monotonic clock; the oldest first. */
  readonly #reads = new Map<string, { readonly at: number; readonly done: Promise<void> }>()
  /** Hosts whose state the others know, and groups of endpoints. */
  readonly #saved = new Set<string>()

  constructor(shared: SharedHostStates | undefined, adopt: (state: SharedHostState) => void, clock: Clock) {
    this.#shared = shared
    this.#adopt = adopt
    this.#clock = clock
  }

  /** Resolves when this process knows what the others know, or knew some seconds ago. Undefined if nothing is shared. */
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

  async announce(state: SharedHostState): Promise<void> {
    const isWorthIt = state.closedMs >= closedMsMin || state.state === 'slow'
    if (!isWorthIt && !this.#saved.has(toText(state))) return
    this.#remember(state)
    await this.#shared?.save(state).catch(() => {})
  }

  async #read(shared: SharedHostStates, host: string): Promise<void> {
    for (const state of await shared.read(host).catch(() => [])) {
      this.#remember(state)
      this.#adopt(state)
    }
  }

  #remember(key: CircuitKey): void {
    if (this.#saved.size >= hostsMax) this.#saved.clear()
    this.#saved.add(toText(key))
  }
}

function toText({ host, group = '' }: CircuitKey): string {
  return `${host} ${group}`
}
