/**
 * Shares this thread among callers. Each may have a few requests handled at once. When more wait, callers take turns: one
 * request is started per turn of the event loop, so that connections are read and cached responses sent in between. A
 * caller with a single request goes before those who send many.
 */

import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/errors.ts'

/** Of one caller. */
const runningMax = 8
const inFlightMax = 128
/** A caller whose requests have to wait longer than this may not send more of them. */
const waitMsMax = 200
/** Then it is the turn of another caller: very many with one request must not stop those with several. */
const firstInRowMax = 4

/** The requests of one caller. */
interface InFlight {
  running: number
  /** Handled without a turn, because they wait for a source. */
  released: number
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
  /** How many turns in a row were for first requests. */
  #firstInRow = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws `overloaded` if the caller has too many requests in flight. The turn must be disposed when the request ends. */
  take(caller: string): Turn {
    const now = this.#clock.monotonic()
    const known = this.#callers.get(caller)
    const inFlight = known ?? { running: 0, released: 0, waiting: new Set() }
    const [oldest] = inFlight.waiting
    const isSlow = oldest !== undefined && now - oldest.since > waitMsMax
    if (isSlow || inFlight.running + inFlight.released + inFlight.waiting.size >= inFlightMax) {
      throw new Failure('overloaded', 'Too many of your requests are in flight.', { retryAfterSeconds: 1 })
    }
    this.#callers.set(caller, inFlight)
    const turn = new Turn(now, (change) => this.#change(caller, inFlight, turn, change))
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
    if (this.#isTaken) return
    const isFirst = this.#first.size > 0 && (this.#firstInRow < firstInRowMax || this.#ready.size === 0)
    this.#firstInRow = isFirst ? this.#firstInRow + 1 : 0
    const [inFlight] = isFirst ? this.#first : this.#ready
    if (inFlight === undefined) return
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

  #change(caller: string, inFlight: InFlight, turn: Turn, change: TurnChange): void {
    if (change === 'waiting ends') inFlight.waiting.delete(turn)
    else if (change === 'released ends') inFlight.released -= 1
    else inFlight.running -= 1
    if (change === 'running is released') inFlight.released += 1
    const { running, released, waiting } = inFlight
    if (waiting.size === 0) this.#first.delete(inFlight)
    if (running + released + waiting.size === 0) this.#callers.delete(caller)
    this.#setReady(inFlight)
    this.#startNext()
  }
}

type TurnChange = 'waiting ends' | 'running ends' | 'running is released' | 'released ends'

/** Of one request. */
class Turn implements Disposable {
  readonly since: number
  readonly #onChange: (change: TurnChange) => void
  #state: 'waiting' | 'running' | 'released' = 'waiting'
  #waiting: PromiseWithResolvers<void> | undefined

  constructor(since: number, onChange: (change: TurnChange) => void) {
    this.since = since
    this.#onChange = onChange
  }

  /** Undefined if the request may be handled at once. */
  get started(): Promise<void> | undefined {
    if (this.#state !== 'waiting') return undefined
    this.#waiting ??= Promise.withResolvers<void>()
    return this.#waiting.promise
  }

  start(): void {
    this.#state = 'running'
    this.#waiting?.resolve()
  }

  /** Lets another request of the caller run; this one stays in flight. */
  release(): void {
    this.#state = 'released'
    this.#onChange('running is released')
  }

  [Symbol.dispose](): void {
    this.#onChange(`${this.#state} ends`)
  }
}
