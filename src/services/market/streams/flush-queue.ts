/** Collects readers that have something to read and serves them together, so that many changes make one write. */

import type { Clock } from '../../../core/clock.ts'

export interface Flushable {
  flush(): void
}

/** Short enough for prices, long enough to combine what belongs together. */
const flushMs = 20

export class FlushQueue implements Disposable {
  readonly #clock: Clock
  #waiting = new Set<Flushable>()
  #cancel: (() => void) | undefined
  #nextFlushAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** After a pause it is served with the other changes of the same message, at once. */
  add(reader: Flushable): void {
    this.#waiting.add(reader)
    this.#cancel ??= this.#clock.after(this.#delayMs(), () => this.#flush())
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
    this.#waiting.clear()
  }

  #delayMs(): number {
    return Math.max(0, this.#nextFlushAt - this.#clock.monotonic())
  }

  #flush(): void {
    this.#cancel = undefined
    this.#nextFlushAt = this.#clock.monotonic() + flushMs
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const reader of waiting) reader.flush()
  }
}
