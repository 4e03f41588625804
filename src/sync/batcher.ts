/**
 * Does the work of several members together, such as writes in one transaction, which costs a fraction. An item waits until
 * its batch is full or for a while. If a batch fails, each of its items is tried alone: one is the cause, and must not fail the others.
 */

import type { Clock } from '../core/clock.ts'
import { isFailure } from '../core/errors.ts'

interface BatcherOptions<Item, Result> {
  readonly clock: Clock
  /** The most items of one batch. */
  readonly itemsMax: number
  readonly waitMs: number
  /** Whether a batch of fewer items need not wait any longer. */
  isFull(items: readonly Item[]): boolean
  /**
   * Returns the results of the first items, at least one, in their order; the others are a batch of their own. An item may be
   * repeated after a batch that failed.
   */
  run(items: readonly Item[]): Promise<readonly Result[]>
}

interface WaitingItem<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (thrown: unknown) => void
}

export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  #waiting: WaitingItem<Item, Result>[] = []
  #isRunning = false
  #isTimeUp = false
  #cancelTimer: (() => void) | undefined

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
  }

  /** Items that wait. */
  get length(): number {
    return this.#waiting.length
  }

  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ item, resolve, reject })
    this.startIfFull()
    return promise
  }

  /** Call this when fewer items are enough than before. */
  startIfFull(): void {
    if (this.#isRunning || this.#waiting.length === 0) return
    const { clock, itemsMax, waitMs, isFull } = this.#options
    const isDue =
      this.#isTimeUp || this.#waiting.length >= itemsMax || isFull(this.#waiting.map(({ item }) => item))
    if (isDue) void this.#runWaiting()
    else
      this.#cancelTimer ??= clock.after(waitMs, () => {
        this.#isTimeUp = true
        this.startIfFull()
      })
  }

  /** Those that wait. */
  rejectAll(reason: unknown): void {
    this.#stopTimer()
    for (const { reject } of this.#waiting.splice(0)) reject(reason)
  }

  async #runWaiting(): Promise<void> {
    this.#isRunning = true
    this.#stopTimer()
    await this.#runAll(this.#waiting.splice(0, this.#options.itemsMax))
    this.#isRunning = false
    this.startIfFull()
  }

  async #runAll(batch: readonly WaitingItem<Item, Result>[]): Promise<void> {
    let rest: readonly WaitingItem<Item, Result>[] = []
    try {
      const results = await this.#options.run(batch.map(({ item }) => item))
      for (const [at, result] of results.entries()) batch[at]?.resolve(result)
      rest = batch.slice(results.length)
    } catch (thrown) {
      if (batch.length === 1 || isFailure(thrown, 'store_unavailable'))
        for (const { reject } of batch) reject(thrown)
      else for (const one of batch) await this.#runAll([one])
    }
    if (rest.length > 0) await this.#runAll(rest)
  }

  #stopTimer(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#isTimeUp = false
  }
}
