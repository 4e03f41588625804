/** How many subscriptions each caller has, over all its streams. The networks around a caller may have multiples. */

import { Failure } from '../../../core/errors.ts'
import type { Principal } from '../../../http/access-control.ts'
import { CallerCounts, type CountedCaller } from '../../../http/caller-counts.ts'

export class SubscriptionCounts {
  readonly #max: number
  readonly #counts = new CallerCounts()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws `rate_limited` if they are too many. */
  take(caller: CountedCaller, added: number): void {
    this.check(caller, added)
    this.#counts.add(caller, added)
  }

  check(caller: CountedCaller, added: number): void {
    if (added > this.#counts.room(caller, this.#max))
      throw tooMany(this.#max, 'subscriptions', this.#counts.of(caller), added)
  }

  release(caller: CountedCaller, removed: number): void {
    this.#counts.add(caller, -removed)
  }
}

/** Who reads streams. */
export type StreamCaller = CountedCaller & Pick<Principal, 'identityId'>

/** Networks around a caller may have this many times as many series: more would be all that there can be. */
const networkFactorMax = 2
/** So may all callers without a key together: addresses cost little, and three would have all series. */
const anonymous = { subject: 'anonymous', factor: networkFactorMax }

function groupsOf({ networks, identityId }: StreamCaller): CountedCaller['networks'] {
  return identityId === undefined ? [...networks, anonymous] : networks
}

const everybody = { subject: 'everybody' }

/**
 * How many different series each caller reads: those that several of its streams share count once. `max` for a caller, and
 * `maxOfAll`.
 */
export class SeriesCounts {
  readonly #max: number
  readonly #maxOfAll: number
  readonly #readers = new Map<string, Map<string, number>>()

  constructor(max: number, maxOfAll: number) {
    this.#max = max
    this.#maxOfAll = maxOfAll
  }

  /** Throws `rate_limited` if they are too many. */
  take(caller: StreamCaller, keys: readonly string[]): void {
    this.check(caller, keys)
    if (keys.length === 0) return
    for (const { subject } of [caller, ...groupsOf(caller), everybody]) {
      const readers = this.#readers.get(subject) ?? new Map<string, number>()
      for (const key of keys) readers.set(key, (readers.get(key) ?? 0) + 1)
      this.#readers.set(subject, readers)
    }
  }

  check(caller: StreamCaller, keys: readonly string[]): void {
    this.#check(caller.subject, this.#max, keys)
    for (const { subject, factor } of groupsOf(caller))
      this.#check(subject, this.#max * Math.min(factor, networkFactorMax), keys)
    this.#checkShare(caller.subject, keys)
  }

  #check(subject: string, max: number, keys: readonly string[]): void {
    const { open, requested } = this.#count(subject, keys)
    if (open + requested > max) throw tooMany(max, 'series of bars', open, requested)
  }

  /** A caller may have as many as nobody reads, so a few callers with keys cannot take the places of all others. */
  #checkShare(subject: string, keys: readonly string[]): void {
    const all = this.#count(everybody.subject, keys)
    if (all.requested === 0) return
    const { open, requested } = this.#count(subject, keys)
    const max = Math.max(0, this.#maxOfAll - all.open - all.requested)
    if (open + requested > max) throw tooMany(max, 'series of bars', open, requested)
  }

  #count(subject: string, keys: readonly string[]): { open: number; requested: number } {
    const readers = this.#readers.get(subject)
    const requested = new Set(keys.filter((key) => !readers?.has(key))).size
    return { open: readers?.size ?? 0, requested }
  }

  release(caller: StreamCaller, keys: readonly string[]): void {
    for (const { subject } of [caller, ...groupsOf(caller), everybody]) this.#release(subject, keys)
  }

  #release(subject: string, keys: readonly string[]): void {
    const readers = this.#readers.get(subject)
    if (readers === undefined) return
    for (const key of keys) {
      const left = (readers.get(key) ?? 1) - 1
      if (left > 0) readers.set(key, left)
      else readers.delete(key)
    }
    if (readers.size === 0) this.#readers.delete(subject)
  }
}

function tooMany(limit: number, counted: string, open: number, requested: number): Failure {
  return new Failure('rate_limited', `At most ${limit} ${counted} at once.`, {
    details: { limit, counted: `${counted} of all streams`, open, requested },
    retryAfterSeconds: 5,
  })
}
