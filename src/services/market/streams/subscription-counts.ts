/** How many subscriptions each caller has, over all its streams. */

import { Failure } from '../../../core/errors.ts'

export class SubscriptionCounts {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws `rate_limited` if they are too many. */
  take(subject: string, added: number): void {
    this.check(subject, added)
    if (added > 0) this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + added)
  }

  check(subject: string, added: number): void {
    const count = this.#counts.get(subject) ?? 0
    if (count + added > this.#max) throw tooMany(this.#max, 'subscriptions', count, added)
  }

  release(subject: string, removed: number): void {
    const count = (this.#counts.get(subject) ?? 0) - removed
    if (count > 0) this.#counts.set(subject, count)
    else this.#counts.delete(subject)
  }
}

/** How many different series each caller reads: those that several of its streams share count once. */
export class SeriesCounts {
  readonly #max: number
  readonly #readers = new Map<string, Map<string, number>>()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws `rate_limited` if they are too many. */
  take(subject: string, keys: readonly string[]): void {
    this.check(subject, keys)
    const readers = this.#readers.get(subject) ?? new Map<string, number>()
    for (const key of keys) readers.set(key, (readers.get(key) ?? 0) + 1)
    if (readers.size > 0) this.#readers.set(subject, readers)
  }

  check(subject: string, keys: readonly string[]): void {
    const readers = this.#readers.get(subject)
    const open = readers?.size ?? 0
    const requested = new Set(keys.filter((key) => !readers?.has(key))).size
    if (open + requested > this.#max) throw tooMany(this.#max, 'series of bars', open, requested)
  }

  release(subject: string, keys: readonly string[]): void {
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
