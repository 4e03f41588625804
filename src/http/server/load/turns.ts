/**
 * Shares this thread among callers. Each may have a few requests handled at once. When more wait, callers take turns: one
 * request is started per turn of the event loop, so that connections are read and cached responses sent in between. A
 * caller with a single request goes before those who send many.
 */

import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'

/** Of one caller. */
const runningMax = 8
const inFlightMax = 64
/** A caller whose requests have to wait longer than this may not send more of them. */
const waitMsMax = 200

/** The requests of one caller. */
interface InFlight {
  running: number
  /** The oldest first. */
  readonly waiting: Set<Turn>
}

export class Turns {
  readonly #clock: Clock
  readonly #callers = new Map<string, InFlight>()
  /** Callers who had nothing in flight before: their request is the next to start. */
  readonly #first = new Set<InFlight>()
  /** Callers whose next request may start after those, in the order of their turns. */
  readonly #ready = new Set<InFlight>()
  /** Whether a request was started in this turn of the event loop. */
  #isTaken = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws `overloaded` if the caller has too many requests in flight. The turn must be disposed when the request ends. */
  take(caller: string): Turn {
    const now = this.#clock.monotonic()
    const known = this.#callers.get(caller)
    const inFlight = known ?? { running: 0, waiting: new Set() }
    const [oldest] = inFlight.waiting
    const isSlow = oldest !== undefined && now - oldest.since > waitMsMax
    if (isSlow || inFlight.running + inFlight.waiting.size >= inFlightMax) {
      throw new Failure('overloaded', 'Too many of your requests are in flight.', { retryAfterSeconds: 1 })
    }
    this.#callers.set(caller, inFlight)
    const turn = new Turn(now, (wasStarted) => this.#end(caller, inFlight, turn, wasStarted))
    inFlight.waiting.add(turn)
    if (known === undefined) this.#first.add(inFlight)
    else this.#setReady(inFlight)
    this.#startNext()
    return turn
  }

  #setReady(inFlight: InFlight): void {
    if (inFlight.waiting.size > 0 && inFlight.running < runningMax) this.#ready.add(inFlight)
    else this.#ready.delete(inFlight)
  }

  #startNext(): void {
    const [inFlight] = this.#first.size > 0 ? this.#first : this.#ready
    if (this.#isTaken || inFlight === undefined) return
    this.#isTaken = true
    setImmediate(() => {
      this.#isTaken = false
      this.#startNext()
    })
    const [turn] = inFlight.waiting
    inFlight.waiting.delete(turn as Turn)
    inFlight.running += 1
    // To the end of the queue.
    this.#first.delete(inFlight)
    this.#ready.delete(inFlight)
    this.#setReady(inFlight)
    turn?.start()
  }

  #end(caller: string, inFlight: InFlight, turn: Turn, wasStarted: boolean): void {
    if (wasStarted) inFlight.running -= 1
    else inFlight.waiting.delete(turn)
    if (inFlight.waiting.size === 0) this.#first.delete(inFlight)
    if (inFlight.running === 0 && inFlight.waiting.size === 0) this.#callers.delete(caller)
    this.#setReady(inFlight)
    this.#startNext()
  }
}

/** Of one request. */
class Turn implements Disposable {
  readonly since: number
  readonly #onEnd: (wasStarted: boolean) => void
  #isStarted = false
  #waiting: PromiseWithResolvers<void> | undefined

  constructor(since: number, onEnd: (wasStarted: boolean) => void) {
    this.since = since
    this.#onEnd = onEnd
  }

  /** Undefined if the request may be handled at once. */
  get started(): Promise<void> | undefined {
    if (this.#isStarted) return undefined
    this.#waiting ??= Promise.withResolvers<void>()
    return this.#waiting.promise
  }

  start(): void {
    this.#isStarted = true
    this.#waiting?.resolve()
  }

  [Symbol.dispose](): void {
    this.#onEnd(this.#isStarted)
  }
}
