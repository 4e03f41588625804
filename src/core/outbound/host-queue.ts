/** Queues requests per host: limits how many run at once and how soon they follow each other, first come first served. */

import type { Clock } from '../clock.ts'
import { Failure } from '../errors.ts'

export interface Politeness {
  readonly atOnce: number
  readonly gapMs: number
  /** A second limit, shared by all requests that name the same pool, across hosts. */
  readonly pool?: { readonly name: string; readonly atOnce: number }
}

interface Waiter {
  readonly politeness: Politeness
  readonly pool: Pool | undefined
  /** A sequence number across all hosts. */
  readonly arrival: number
  readonly start: () => void
}

interface Lane {
  running: number
  /** On the monotonic clock. */
  lastStartAt: number
  waiting: Waiter[]
  /** A timer is running because the next request only has to wait for its gap. */
  pausing: boolean
}

interface Pool {
  running: number
  readonly atOnce: number
  /** Lanes with requests that have waited for this pool. */
  readonly lanes: Set<Lane>
}

const waitingMax = 1000
const idleLanesMax = 1000

/** Not p-queue: its intervals use the system clock, and it has no gap between starts. */
export class HostQueue {
  readonly #lanes = new Map<string, Lane>()
  readonly #pools = new Map<string, Pool>()
  #arrivals = 0
  readonly #clock: Clock
  readonly #closing = new AbortController()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  close(): void {
    this.#closing.abort()
  }

  /** Resolves when the request may start, with the function to call when it is done. */
  async acquire(host: string, politeness: Politeness, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const lane = this.#laneOf(host)
    if (lane.waiting.length >= waitingMax) {
      throw new Failure('overloaded', 'Too many requests are waiting for this source.', {
        retryAfterSeconds: 5,
      })
    }
    const pool = this.#poolOf(politeness)
    if (!this.#startNow(lane, pool, politeness)) await this.#wait(lane, pool, politeness, signal)
    let released = false
    return () => {
      if (released) return
      released = true
      lane.running -= 1
      if (pool) this.#leavePool(pool)
      this.#advance(lane)
    }
  }

  /** The common case, without a queue entry or a listener on the signal. */
  #startNow(lane: Lane, pool: Pool | undefined, { atOnce, gapMs }: Politeness): boolean {
    if (lane.waiting.length > 0 || lane.running >= atOnce || isFull(pool)) return false
    const now = this.#clock.monotonic()
    if (lane.lastStartAt + gapMs > now) return false
    this.#start(lane, pool)
    return true
  }

  #start(lane: Lane, pool: Pool | undefined): void {
    lane.running += 1
    lane.lastStartAt = this.#clock.monotonic()
    if (pool) pool.running += 1
  }

  #wait(lane: Lane, pool: Pool | undefined, politeness: Politeness, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        politeness,
        pool,
        arrival: this.#arrivals++,
        start: () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const onAbort = () => {
        lane.waiting = lane.waiting.filter((other) => other !== waiter)
        reject(signal.reason)
        this.#advance(lane)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      lane.waiting.push(waiter)
      pool?.lanes.add(lane)
      this.#advance(lane)
    })
  }

  /** A request that waits for its pool does not block its host, nor one that waits for its host the pool. */
  #advance(lane: Lane): void {
    for (;;) {
      const next = lane.waiting.find(({ pool }) => !isFull(pool))
      if (!next || lane.pausing || lane.running >= next.politeness.atOnce) return
      const pauseMs = lane.lastStartAt + next.politeness.gapMs - this.#clock.monotonic()
      if (pauseMs > 0) {
        lane.pausing = true
        void this.#advanceAfter(lane, pauseMs)
        return
      }
      lane.waiting.splice(lane.waiting.indexOf(next), 1)
      this.#start(lane, next.pool)
      next.start()
    }
  }

  /** The slot goes to the request that has waited longest, at any host. */
  #leavePool(pool: Pool): void {
    pool.running -= 1
    const firsts: { lane: Lane; arrival: number }[] = []
    for (const lane of pool.lanes) {
      const first = lane.waiting.find((waiter) => waiter.pool === pool)
      if (first) firsts.push({ lane, arrival: first.arrival })
      else pool.lanes.delete(lane)
    }
    for (const { lane } of firsts.sort((a, b) => a.arrival - b.arrival)) this.#advance(lane)
  }

  async #advanceAfter(lane: Lane, pauseMs: number): Promise<void> {
    try {
      await this.#clock.sleep(pauseMs, this.#closing.signal)
    } catch {
      return
    }
    lane.pausing = false
    this.#advance(lane)
  }

  #laneOf(host: string): Lane {
    const existingLane = this.#lanes.get(host)
    if (existingLane) return existingLane
    if (this.#lanes.size >= idleLanesMax) this.#dropIdle()
    const lane: Lane = { running: 0, lastStartAt: Number.NEGATIVE_INFINITY, waiting: [], pausing: false }
    this.#lanes.set(host, lane)
    return lane
  }

  #poolOf({ pool }: Politeness): Pool | undefined {
    if (!pool) return undefined
    const existingPool = this.#pools.get(pool.name)
    if (existingPool) return existingPool
    const newPool: Pool = { running: 0, atOnce: pool.atOnce, lanes: new Set() }
    this.#pools.set(pool.name, newPool)
    return newPool
  }

  #dropIdle(): void {
    for (const [host, lane] of this.#lanes) {
      const quietMs = this.#clock.monotonic() - lane.lastStartAt
      if (lane.running === 0 && lane.waiting.length === 0 && quietMs > 60_000) this.#lanes.delete(host)
    }
  }
}

function isFull(pool: Pool | undefined): boolean {
  return pool !== undefined && pool.running >= pool.atOnce
}
