/** Queues requests per host: limits how many run at once and how soon they follow each other. Callers take turns. */

import type { Clock } from '../../clock.ts'
import { Failure } from '../../errors.ts'
import { Slots } from '../slots.ts'
import { requestsAhead, TurnOrder, waitingOf } from '../turn-order.ts'
import { type CircuitKey, HostClosed } from './host-closed.ts'
import { HostPauses } from './host-pauses.ts'

export interface Politeness {
  readonly atOnce: number
  readonly gapMs: number
  /** A second limit, shared by all requests that name the same pool, across hosts. */
  readonly pool?: { readonly name: string; readonly atOnce: number }
  /** How many requests of one caller may wait for a host. Default: as many as may wait in all. */
  readonly waitingPerCaller?: number
}

export interface TurnRequest {
  readonly signal: AbortSignal
  /** The longest wait. A request with callers is refused at once if it would probably wait longer. */
  readonly waitMsMax: number
  /** The endpoints that pause together, if the host has several such groups. */
  readonly group?: string | undefined
  /** For whom the request is sent. More may join while it waits. */
  readonly callers?: ReadonlySet<string> | undefined
}

interface Waiter {
  readonly politeness: Politeness
  readonly pool: Pool | undefined
  readonly group: string | undefined
  readonly callers: ReadonlySet<string>
  /** A sequence number across all hosts. */
  readonly arrival: number
  /** On the monotonic clock. */
  readonly startBy: number
  readonly start: () => void
  readonly refuse: (reason: unknown) => void
}

/** Times are on the monotonic clock. */
interface Lane {
  readonly host: string
  readonly slots: Slots
  readonly order: TurnOrder
  waiting: Waiter[]
  lastStartAt: number
  /** Those that the host asked for. */
  readonly pauses: HostPauses
  /** When the next request can start that only has to wait for a gap or a pause. */
  timer: { readonly at: number; readonly cancel: () => void } | undefined
  /** How long requests take, a moving average. */
  durationMs: number
}

interface Pool {
  readonly slots: Slots
  readonly order: TurnOrder
  readonly atOnce: number
  /** Lanes with requests that have waited for this pool. */
  readonly lanes: Set<Lane>
}

const waitingMax = 1000
const idleLanesMax = 1000
/** The weight of the latest request in the average duration. */
const durationWeight = 0.2
const noCallers: ReadonlySet<string> = new Set()

/** Not p-queue: its intervals use the system clock, and it has no gap between starts. */
export class HostQueue {
  readonly #lanes = new Map<string, Lane>()
  readonly #pools = new Map<string, Pool>()
  #arrivals = 0
  #isClosed = false
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#lanes.values()) timer?.cancel()
  }

  /** Resolves when the request may start, with the function to call when it is done. */
  async acquire(host: string, politeness: Politeness, turn: TurnRequest): Promise<() => void> {
    turn.signal.throwIfAborted()
    const lane = this.#laneOf(host)
    const pool = this.#poolOf(politeness)
    if (this.#canStartNow(lane, pool, politeness, turn)) return this.#start(lane, pool, turn)
    this.#refuseHopeless(lane, pool, politeness, turn)
    return await this.#wait(lane, pool, politeness, turn)
  }

  /** The host asked for a pause, for one group or for all. Requests that cannot wait that long are refused at once. */
  pause({ host, group }: CircuitKey, ms: number): void {
    const lane = this.#laneOf(host)
    lane.pauses.extend(group, this.#clock.monotonic() + ms)
    for (const waiter of lane.waiting) {
      const end = lane.pauses.endFor(waiter.group)
      if (waiter.startBy < end) waiter.refuse(this.#pauseFailure(lane, end))
    }
  }

  /** The common case, without a queue entry or a listener on the signal. */
  #canStartNow(
    lane: Lane,
    pool: Pool | undefined,
    { atOnce, gapMs }: Politeness,
    { callers = noCallers, group }: TurnRequest,
  ): boolean {
    if (lane.waiting.length > 0 || lane.slots.running >= atOnce) return false
    if (lane.slots.isReserved(atOnce, callers) || isClosed(pool, callers)) return false
    const now = this.#clock.monotonic()
    return lane.lastStartAt + gapMs <= now && lane.pauses.endFor(group) <= now
  }

  /** Returns the function that ends the request. */
  #start(
    lane: Lane,
    pool: Pool | undefined,
    { callers = noCallers }: Pick<TurnRequest, 'callers'>,
  ): () => void {
    const startedAt = this.#clock.monotonic()
    lane.lastStartAt = startedAt
    // Callers that join later do not have this slot.
    const holders = [...callers]
    for (const part of [lane, pool]) {
      part?.slots.take(holders)
      part?.order.markServed(callers)
    }
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const durationMs = this.#clock.monotonic() - startedAt
      lane.durationMs += (durationMs - lane.durationMs) * durationWeight
      lane.slots.release(holders)
      pool?.slots.release(holders)
      if (pool) this.#advancePool(pool)
      this.#advance(lane)
    }
  }

  #refuseHopeless(lane: Lane, pool: Pool | undefined, politeness: Politeness, turn: TurnRequest): void {
    const pauseEnd = lane.pauses.endFor(turn.group)
    if (pauseEnd > this.#clock.monotonic() + turn.waitMsMax) throw this.#pauseFailure(lane, pauseEnd)
    const { callers = noCallers } = turn
    const waitMs = callers.size === 0 ? 0 : this.#expectedWaitMs(lane, pool, politeness, callers, pauseEnd)
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    const { waitingPerCaller = waitingMax } = politeness
    for (const caller of callers) {
      if (waitingOf(lane.waiting, caller) < waitingPerCaller) continue
      throw new Failure('rate_limited', 'Too many of your requests are waiting for this source.', {
        details: { waiting_max: waitingPerCaller, retry_after_seconds: retryAfterSeconds },
        retryAfterSeconds,
      })
    }
    if (lane.waiting.length >= waitingMax || waitMs > turn.waitMsMax) throw tooManyWaiting(retryAfterSeconds)
  }

  /** By the gap between requests and by the time the ones ahead take, whichever is longer. */
  #expectedWaitMs(
    lane: Lane,
    pool: Pool | undefined,
    { atOnce, gapMs }: Politeness,
    callers: ReadonlySet<string>,
    pauseEnd: number,
  ): number {
    const now = this.#clock.monotonic()
    const ahead = requestsAhead(lane.waiting, callers)
    const slots = Math.min(atOnce, pool?.atOnce ?? atOnce)
    const rounds = Math.max(0, lane.slots.running + ahead + 1 - slots) / slots
    const startAt = Math.max(now, lane.lastStartAt + gapMs, pauseEnd)
    return startAt - now + Math.max(ahead * gapMs, rounds * lane.durationMs)
  }

  #pauseFailure(key: Pick<Lane, 'host'>, end: number): HostClosed {
    return new HostClosed(key, 'limiting', end - this.#clock.monotonic())
  }

  #wait(
    lane: Lane,
    pool: Pool | undefined,
    politeness: Politeness,
    { signal, waitMsMax, group, callers = noCallers }: TurnRequest,
  ): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        politeness,
        pool,
        group,
        callers,
        arrival: this.#arrivals++,
        startBy: this.#clock.monotonic() + waitMsMax,
        start: () => {
          leave()
          resolve(this.#start(lane, pool, waiter))
        },
        refuse: (reason) => {
          leave()
          reject(reason)
          this.#advance(lane)
        },
      }
      const leave = () => {
        lane.waiting = lane.waiting.filter((other) => other !== waiter)
        cancelTimer()
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => waiter.refuse(signal.reason)
      const cancelTimer = this.#clock.after(waitMsMax, () => waiter.refuse(tooManyWaiting(1)))
      signal.addEventListener('abort', onAbort, { once: true })
      lane.waiting.push(waiter)
      pool?.lanes.add(lane)
      this.#advance(lane)
    })
  }

  #advance(lane: Lane): void {
    for (;;) {
      const now = this.#clock.monotonic()
      const next = nextWaiter(lane, now)
      if (next && lane.slots.running >= next.politeness.atOnce) return
      const startAt = next ? lane.lastStartAt + next.politeness.gapMs : nextPauseEnd(lane, now)
      if (!next || startAt > now) {
        this.#advanceAt(lane, startAt)
        return
      }
      next.start()
    }
  }

  #advanceAt(lane: Lane, at: number): void {
    if (this.#isClosed || at >= (lane.timer?.at ?? Number.POSITIVE_INFINITY)) return
    lane.timer?.cancel()
    const cancel = this.#clock.after(Math.max(0, at - this.#clock.monotonic()), () => {
      lane.timer = undefined
      this.#advance(lane)
    })
    lane.timer = { at, cancel }
  }

  /** The slot goes to the caller that was served longest ago, then to the request that has waited longest, at any host. */
  #advancePool(pool: Pool): void {
    const firsts: { lane: Lane; lastTurn: number; arrival: number }[] = []
    const now = this.#clock.monotonic()
    for (const lane of pool.lanes) {
      const first = nextWaiter(lane, now, pool)
      if (first) firsts.push({ lane, lastTurn: pool.order.lastTurnOf(first.callers), arrival: first.arrival })
      else if (!lane.waiting.some((waiter) => waiter.pool === pool)) pool.lanes.delete(lane)
    }
    firsts.sort((a, b) => a.lastTurn - b.lastTurn || a.arrival - b.arrival)
    for (const { lane } of firsts) this.#advance(lane)
  }

  #laneOf(host: string): Lane {
    const existingLane = this.#lanes.get(host)
    if (existingLane) return existingLane
    if (this.#lanes.size >= idleLanesMax) this.#dropIdle()
    const lane: Lane = {
      host,
      slots: new Slots(),
      order: new TurnOrder(),
      waiting: [],
      lastStartAt: Number.NEGATIVE_INFINITY,
      pauses: new HostPauses(),
      timer: undefined,
      durationMs: 0,
    }
    this.#lanes.set(host, lane)
    return lane
  }

  #poolOf({ pool }: Politeness): Pool | undefined {
    if (!pool) return undefined
    const existingPool = this.#pools.get(pool.name)
    if (existingPool) return existingPool
    const newPool: Pool = {
      slots: new Slots(),
      order: new TurnOrder(),
      atOnce: pool.atOnce,
      lanes: new Set(),
    }
    this.#pools.set(pool.name, newPool)
    return newPool
  }

  #dropIdle(): void {
    const now = this.#clock.monotonic()
    for (const [host, { slots, waiting, lastStartAt, pauses }] of this.#lanes) {
      const isIdle = slots.running === 0 && waiting.length === 0
      if (isIdle && now - lastStartAt > 60_000 && pauses.lastEnd <= now) this.#lanes.delete(host)
    }
  }
}

/**
 * Of the requests that are not blocked by their pool or by a pause, the one whose caller was served longest ago; the first of those. A
 * request that waits for its pool does not block its host, nor one that waits for its host the pool.
 */
function nextWaiter({ waiting, slots, order, pauses }: Lane, now: number, inPool?: Pool): Waiter | undefined {
  let next: Waiter | undefined
  let nextTurn = Number.POSITIVE_INFINITY
  for (const waiter of waiting) {
    const { pool, callers, politeness } = waiter
    if ((inPool && pool !== inPool) || isClosed(pool, callers)) continue
    if (slots.isReserved(politeness.atOnce, callers) || pauses.endFor(waiter.group) > now) continue
    const lastTurn = order.lastTurnOf(callers)
    if (lastTurn >= nextTurn) continue
    next = waiter
    nextTurn = lastTurn
  }
  return next
}

/** When the first pause ends that a request waits for; infinity if none does. */
function nextPauseEnd({ waiting, pauses }: Lane, now: number): number {
  const ends = waiting.map(({ group }) => pauses.endFor(group)).filter((end) => end > now)
  return Math.min(Number.POSITIVE_INFINITY, ...ends)
}

/** Whether the pool has no slot for these callers. */
function isClosed(pool: Pool | undefined, callers: ReadonlySet<string>): boolean {
  if (pool === undefined) return false
  return pool.slots.running >= pool.atOnce || pool.slots.isReserved(pool.atOnce, callers)
}

function tooManyWaiting(retryAfterSeconds: number): Failure {
  return new Failure('overloaded', 'Too many requests are waiting for this source.', { retryAfterSeconds })
}
