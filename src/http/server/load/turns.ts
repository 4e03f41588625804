/**
 * Shares this thread among callers by the time for which each has used it. A few requests at most are started per turn of
 * the event loop, so that connections are read, and cached responses sent, in between. The next is always one of the caller
 * who has used least: who sends a single request goes before those who send many. Overload is noticed here too: by waits.
 */

import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'
import type { Principal } from '../../access-control.ts'
import { CallerCounts } from '../../caller-counts.ts'
import { type CallerTime, UsedTime } from './used-time.ts'

/** Of one caller. The networks around an anonymous one may have multiples, but not all that the server can have in flight. */
const inFlightMax = { anonymous: 32, identified: 128 }
const runningMax = 8
/**
 * A caller who has used this much of the last second has one request handled at a time, unless it is alone. Several that
 * have waited for other threads would go on together, which is one long pause for everybody else.
 */
const busyMs = 200
/** A caller is alone when there were requests of nobody else for this long. */
const aloneMs = 1000
/** How many requests are started per turn of the event loop, and for how long: one that takes longer is the last. */
const startsMax = 8
const startsMsMax = 2
/** Overload: for this long, all requests that were started had waited for longer than this. A single stall is none. */
const lateMsMax = 80
/**
 * So few requests of so few callers are no overload, however slow the machine is: nobody else would be helped, and they wait
 * until their deadline at most. A person who signs in is two callers.
 */
const few = { callers: 2, requests: 32 }

type Caller = Pick<Principal, 'subject' | 'networks' | 'identityId'>

/** The requests of one caller. */
interface InFlight {
  readonly caller: Caller
  readonly used: CallerTime
  count: number
  running: number
  /** The oldest first. */
  readonly waiting: Set<Turn>
}

export class Turns {
  readonly #clock: Clock
  readonly #used = new UsedTime()
  readonly #counts = new CallerCounts()
  readonly #callers = new Map<string, InFlight>()
  /** Those with requests that are handled. */
  readonly #running = new Set<InFlight>()
  /** Those with requests that wait. */
  readonly #waiting = new Set<InFlight>()
  #countedAt = 0
  /** Since when requests are started late, and what the caller of the last one had used: who has used less is not affected. */
  #late: { readonly since: number; readonly used: number } | undefined
  /** The caller of the last request, and when there was last one of another. */
  #lastCaller = ''
  #changedAt = Number.NEGATIVE_INFINITY
  /** How many calls are to come that start another request. */
  #asks = 0
  /** In this turn of the event loop; undefined until its first call. */
  #startsUntil: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a request as in flight until its turn is disposed. Throws `overloaded` if it cannot be handled soon. */
  enter(caller: Caller): Turn {
    const max = caller.identityId === undefined ? inFlightMax.anonymous : inFlightMax.identified
    if (this.#counts.isFull(caller, max))
      throw new Failure('overloaded', 'Too many of your requests are in flight.', { retryAfterSeconds: 1 })
    const now = this.#clock.monotonic()
    const inFlight = this.#callers.get(caller.subject) ?? this.#createInFlight(caller)
    if (this.#isLateFor(inFlight, now))
      throw new Failure('overloaded', 'The server is overloaded.', { retryAfterSeconds: 1 })
    if (caller.subject !== this.#lastCaller) this.#changedAt = now
    this.#lastCaller = caller.subject
    this.#callers.set(caller.subject, inFlight)
    this.#counts.add(caller, 1)
    inFlight.count += 1
    return new Turn((turn, change) => this.#change(inFlight, turn, change))
  }

  #isLateFor({ used, running, waiting }: InFlight, now: number): boolean {
    if (this.#late === undefined || now - this.#late.since <= lateMsMax) return false
    const others = this.#waiting.size - (waiting.size > 0 ? 1 : 0)
    // Not streams and what waits for a source.
    if (running + waiting.size < few.requests && others < few.callers) return false
    return used.read(now) >= this.#late.used
  }

  #createInFlight(caller: Caller): InFlight {
    return { caller, used: this.#used.of(caller), count: 0, running: 0, waiting: new Set() }
  }

  #change(inFlight: InFlight, turn: Turn, change: TurnChange): void {
    const { caller, waiting } = inFlight
    if (change === 'waits') {
      turn.waitsSince = this.#clock.monotonic()
      waiting.add(turn)
      this.#waiting.add(inFlight)
    } else {
      if (turn.state === 'running') this.#setRunning(inFlight, -1)
      else if (turn.state === 'waiting') this.#stopWaiting(inFlight, turn)
      if (change === 'ends') {
        this.#counts.add(caller, -1)
        inFlight.count -= 1
        if (inFlight.count === 0) this.#callers.delete(caller.subject)
      }
    }
    if (change === 'waits' || this.#asks === 0) this.#schedule()
  }

  #stopWaiting(inFlight: InFlight, turn: Turn): void {
    inFlight.waiting.delete(turn)
    // Among callers who have used the same, to the end of the queue.
    this.#waiting.delete(inFlight)
    if (inFlight.waiting.size > 0) this.#waiting.add(inFlight)
    if (this.#waiting.size === 0) this.#late = undefined
  }

  /** The first request of a turn of the event loop is started at once; those behind it at the end of the turn. */
  #schedule(): void {
    if (this.#asks === 0) {
      const now = this.#clock.monotonic()
      if (!this.#startNext(now)) return
      this.#startsUntil = now + startsMsMax
    }
    this.#askLater(this.#asks + 1)
  }

  /** All of these calls are made in one turn, each when the request before it has done what it can do without a wait. */
  #askLater(asks: number): void {
    for (; this.#asks < Math.min(asks, startsMax); this.#asks += 1) setImmediate(() => this.#ask())
  }

  #ask(): void {
    this.#asks -= 1
    const now = this.#clock.monotonic()
    this.#startsUntil ??= now + startsMsMax
    if (now < this.#startsUntil) this.#startNext(now)
    if (this.#asks > 0 || this.#findNext(now) === undefined) return
    this.#startsUntil = undefined
    this.#askLater(startsMax)
  }

  #startNext(now: number): boolean {
    const next = this.#findNext(now)
    if (next !== undefined) this.#start(next, now)
    return next !== undefined
  }

  /** The caller who has used least, of those who may have another request handled. */
  #findNext(now: number): InFlight | undefined {
    let next: InFlight | undefined
    let leastUsed = Number.POSITIVE_INFINITY
    for (const inFlight of this.#waiting) {
      const used = inFlight.used.read(now)
      const max = used >= busyMs && now - this.#changedAt < aloneMs ? 1 : runningMax
      if (used >= leastUsed || inFlight.running >= max) continue
      next = inFlight
      leastUsed = used
    }
    return next
  }

  #start(inFlight: InFlight, now: number): void {
    const [turn] = inFlight.waiting
    if (turn === undefined) return
    this.#noteWait(now - turn.waitsSince, inFlight.used.read(now), now)
    this.#stopWaiting(inFlight, turn)
    this.#setRunning(inFlight, 1)
    turn.start()
  }

  #noteWait(waitedMs: number, used: number, now: number): void {
    if (waitedMs > lateMsMax) this.#late = { since: this.#late?.since ?? now, used }
    else if (this.#late && used >= this.#late.used) this.#late = undefined
  }

  /** The time since the last change is shared by all whose requests were handled. */
  #setRunning(inFlight: InFlight, change: 1 | -1): void {
    const now = this.#clock.monotonic()
    let total = 0
    for (const { running } of this.#running) total += running
    for (const { used, running } of this.#running) used.add(((now - this.#countedAt) * running) / total, now)
    this.#countedAt = now
    inFlight.running += change
    if (inFlight.running > 0) this.#running.add(inFlight)
    else this.#running.delete(inFlight)
  }
}

type TurnChange = 'waits' | 'is released' | 'ends'

/** Of one request. */
export class Turn implements Disposable {
  readonly #onChange: (turn: Turn, change: TurnChange) => void
  #started: PromiseWithResolvers<void> | undefined
  #isLeaving = false
  /** `idle`: it does not need this thread, because it is received, or waits for a source. */
  state: 'idle' | 'waiting' | 'running' | 'ended' = 'idle'
  waitsSince = 0

  constructor(onChange: (turn: Turn, change: TurnChange) => void) {
    this.#onChange = onChange
  }

  /** Resolves when the request may be handled; undefined if that is at once. */
  wait(): Promise<void> | undefined {
    if (this.state === 'ended') return undefined
    this.state = 'waiting'
    this.#onChange(this, 'waits')
    // `start` may have been called meanwhile.
    if ((this.state as string) === 'running') return undefined
    this.#started = Promise.withResolvers<void>()
    return this.#started.promise
  }

  start(): void {
    this.state = 'running'
    this.#started?.resolve()
  }

  /**
   * For work that waits for something else than this thread, such as a source: meanwhile other requests of the caller may run, and
   * then this one takes a turn again. Work that is done within this turn of the event loop keeps it.
   */
  async leave<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isLeaving) return await work()
    this.#isLeaving = true
    const leaving = setImmediate(() => this.#release())
    try {
      return await work()
    } finally {
      clearImmediate(leaving)
      if (this.state === 'idle') await this.wait()
      this.#isLeaving = false
    }
  }

  #release(): void {
    if (this.state !== 'running') return
    this.#onChange(this, 'is released')
    this.state = 'idle'
  }

  [Symbol.dispose](): void {
    this.#onChange(this, 'ends')
    this.state = 'ended'
    // A handler that waits to take it again goes on, so that it releases what it holds.
    if (this.#isLeaving) this.#started?.resolve()
  }
}
