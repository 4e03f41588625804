/** Politeness: per host, so many requests at once and so long between their starts, first come first served. */

import type { Clock } from './clock.ts'
import { Failure } from './errors.ts'

export interface Politeness {
  readonly atOnce: number
  readonly gapMs: number
}

interface Waiter {
  readonly polite: Politeness
  readonly go: () => void
}

interface Lane {
  running: number
  lastStartAt: number
  waiting: Waiter[]
  /** A wake-up is under way because the first in line only has to wait for its gap. */
  pausing: boolean
}

const waitingMax = 1000
const idleLanesMax = 1000

/** Own code instead of p-queue, whose intervals read the machine's clock and which has no gap between starts. */
export class Turns {
  readonly #lanes = new Map<string, Lane>()
  readonly #clock: Clock
  readonly #closing = new AbortController()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  close(): void {
    this.#closing.abort()
  }

  /** Resolves when it is this request's turn, with the function that ends the turn. */
  async take(host: string, polite: Politeness, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const lane = this.#lane(host)
    if (lane.waiting.length >= waitingMax) {
      throw new Failure('overloaded', 'Too many requests are waiting for this source.', {
        retryAfterSeconds: 5,
      })
    }
    if (!this.#startNow(lane, polite)) await this.#wait(lane, polite, signal)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      lane.running -= 1
      this.#advance(lane)
    }
  }

  /** The usual case, which needs neither a place in the queue nor anybody to watch the signal. */
  #startNow(lane: Lane, { atOnce, gapMs }: Politeness): boolean {
    if (lane.waiting.length > 0 || lane.running >= atOnce) return false
    const now = this.#clock.now()
    if (lane.lastStartAt + gapMs > now) return false
    lane.running += 1
    lane.lastStartAt = now
    return true
  }

  #wait(lane: Lane, polite: Politeness, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        polite,
        go: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = () => {
        lane.waiting = lane.waiting.filter((other) => other !== waiter)
        reject(signal.reason)
        this.#advance(lane)
      }
      signal.addEventListener('abort', leave, { once: true })
      lane.waiting.push(waiter)
      this.#advance(lane)
    })
  }

  #advance(lane: Lane): void {
    for (let first = lane.waiting[0]; first !== undefined; first = lane.waiting[0]) {
      if (lane.pausing || lane.running >= first.polite.atOnce) return
      const pauseMs = lane.lastStartAt + first.polite.gapMs - this.#clock.now()
      if (pauseMs > 0) {
        lane.pausing = true
        void this.#wake(lane, pauseMs)
        return
      }
      lane.waiting.shift()
      lane.running += 1
      lane.lastStartAt = this.#clock.now()
      first.go()
    }
  }

  async #wake(lane: Lane, pauseMs: number): Promise<void> {
    try {
      await this.#clock.sleep(pauseMs, this.#closing.signal)
    } catch {
      return
    }
    lane.pausing = false
    this.#advance(lane)
  }

  #lane(host: string): Lane {
    const known = this.#lanes.get(host)
    if (known) return known
    if (this.#lanes.size >= idleLanesMax) this.#dropIdle()
    const lane: Lane = { running: 0, lastStartAt: Number.NEGATIVE_INFINITY, waiting: [], pausing: false }
    this.#lanes.set(host, lane)
    return lane
  }

  #dropIdle(): void {
    for (const [host, lane] of this.#lanes) {
      const quietMs = this.#clock.now() - lane.lastStartAt
      if (lane.running === 0 && lane.waiting.length === 0 && quietMs > 60_000) this.#lanes.delete(host)
    }
  }
}
