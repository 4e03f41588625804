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

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(reader: Flushable): void {
    this.#waiting.add(reader)
    this.#cancel ??= this.#clock.after(flushMs, () => this.#flush())
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
    this.#waiting.clear()
  }

  #flush(): void {
    this.#cancel = undefined
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const reader of waiting) reader.flush()
  }
}
