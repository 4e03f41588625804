/** Forgets topics that nobody has read for a while. */

import type { Clock } from '../../../core/clock.ts'
import type { Topic } from './topic.ts'

/** How long a topic without readers is kept up to date. */
const unusedMsMax = 30_000
const sweepMs = 5000

export class UnusedTopics<Kind extends Topic> implements Disposable {
  readonly #clock: Clock
  readonly #topics: () => Iterable<Kind>
  readonly #forget: (topic: Kind) => void
  #cancel: (() => void) | undefined

  constructor(clock: Clock, topics: () => Iterable<Kind>, forget: (topic: Kind) => void) {
    this.#clock = clock
    this.#topics = topics
    this.#forget = forget
  }

  /** When there is a topic. It goes on until there is none. */
  watch(): void {
    this.#cancel ??= this.#clock.after(sweepMs, () => this.#sweep())
  }

  [Symbol.dispose](): void {
    this.#cancel?.()
  }

  #sweep(): void {
    const now = this.#clock.monotonic()
    let isEmpty = true
    for (const topic of [...this.#topics()]) {
      if (topic.readers.size > 0) topic.unusedSince = undefined
      else topic.unusedSince ??= now
      if (topic.unusedSince !== undefined && now - topic.unusedSince >= unusedMsMax) this.#forget(topic)
      else isEmpty = false
    }
    this.#cancel = undefined
    if (!isEmpty) this.watch()
  }
}
