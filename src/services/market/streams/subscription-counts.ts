/** How many subscriptions each caller has, over all its streams. */

import { Failure } from '../../../core/errors.ts'

export class SubscriptionCounts {
  readonly #max: number
  readonly #counted: string
  readonly #counts = new Map<string, number>()

  constructor(max: number, counted = 'subscriptions') {
    this.#max = max
    this.#counted = counted
  }

  /** Throws `rate_limited` if they are too many. */
  take(subject: string, added: number): void {
    this.check(subject, added)
    if (added > 0) this.#counts.set(subject, (this.#counts.get(subject) ?? 0) + added)
  }

  check(subject: string, added: number): void {
    const count = this.#counts.get(subject) ?? 0
    if (count + added > this.#max) {
      throw new Failure('rate_limited', `At most ${this.#max} ${this.#counted} at once.`, {
        details: {
          limit: this.#max,
          counted: `${this.#counted} of all streams`,
          open: count,
          requested: added,
        },
        retryAfterSeconds: 5,
      })
    }
  }

  release(subject: string, removed: number): void {
    const count = (this.#counts.get(subject) ?? 0) - removed
    if (count > 0) this.#counts.set(subject, count)
    else this.#counts.delete(subject)
  }
}
