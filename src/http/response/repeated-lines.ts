/** Under overload or while a database is away, thousands of responses fail for one reason: one line a second says so. */

import type { Clock } from '../../core/clock.ts'

const lineMs = 1000

export class RepeatedLines {
  readonly #clock: Clock
  /** By reason, of which there are few. */
  readonly #seen = new Map<string, { at: number; left: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many lines were left out since the last one; undefined if this one must be left out too. */
  take(reason: string): number | undefined {
    const now = this.#clock.monotonic()
    const last = this.#seen.get(reason)
    if (last !== undefined && now - last.at < lineMs) {
      last.left += 1
      return undefined
    }
    this.#seen.set(reason, { at: now, left: 0 })
    return last?.left ?? 0
  }
}
