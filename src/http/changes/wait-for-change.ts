/** Lets requests wait for the next change, a bounded number of them for each caller. */

import type { Clock } from '../../core/clock.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import type { Principal } from '../access-control.ts'
import { CallerCounts } from '../caller-counts.ts'
import type { ChangeDatabase } from './read-changes.ts'

export const waitSecondsMax = 25
/** How often a waiting request looks whether the log has grown, which costs no query. */
const lookMs = 250
/** Callers without a key cannot take every place together. */
const waitersMax = { anonymous: 2, identified: 10, allAnonymous: 100, total: 200 } as const

/** The seconds of `Prefer: wait=20` (RFC 7240), at most the greatest wait; 0 if there is none. */
export function preferredWait(prefer: string | undefined): number {
  const [, seconds] = /(?:^|[,;\s])wait=(\d{1,15})(?:$|[,;\s])/i.exec(prefer?.slice(0, 500) ?? '') ?? []
  return Math.min(Number(seconds ?? 0), waitSecondsMax)
}

export class ChangeWaiters {
  readonly #db: ChangeDatabase
  readonly #clock: Clock
  readonly #counts = new CallerCounts()
  #waiting = 0
  #anonymous = 0

  constructor(db: ChangeDatabase, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Undefined if the caller, or all of them, wait in enough requests already: then it is answered at once. */
  enter(principal: Principal): Disposable | undefined {
    const isAnonymous = principal.identityId === undefined
    const max = isAnonymous ? waitersMax.anonymous : waitersMax.identified
    if (this.#waiting >= waitersMax.total || this.#counts.isFull(principal, max)) return undefined
    if (isAnonymous && this.#anonymous >= waitersMax.allAnonymous) return undefined
    const count = (change: 1 | -1) => {
      this.#counts.add(principal, change)
      this.#waiting += change
      if (isAnonymous) this.#anonymous += change
    }
    count(1)
    return { [Symbol.dispose]: () => count(-1) }
  }

  /** Resolves when the log is longer, or when the time is over; rejects when the signal aborts. */
  async wait(service: string, number: number, untilMs: number, signal: AbortSignal): Promise<void> {
    const scope = changeScope(service)
    for (;;) {
      signal.throwIfAborted()
      const restMs = untilMs - this.#clock.monotonic()
      if (restMs <= 0 || this.#db.version(scope) > number) return
      await this.#clock.sleep(Math.min(lookMs, restMs), signal)
    }
  }
}
