/** Counts requests in a sliding window, so that no burst can pass at a window boundary. */

/** Requests within a hundredth of the window share one bucket and expire together. */
const bucketsPerWindow = 100

interface Bucket {
  readonly start: number
  count: number
}

export class SlidingWindow {
  readonly #lengthMs: number
  readonly #bucketMs: number
  /** The oldest first. */
  #buckets: Bucket[] = []
  #total = 0

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
    this.#bucketMs = lengthMs / bucketsPerWindow
  }

  /** Drops expired buckets. Call it before the other methods, with the same `now`. */
  advance(now: number): void {
    const [oldest] = this.#buckets
    const last = this.#buckets.at(-1)
    if (oldest === undefined || last === undefined) return
    // If the clock was set back, start afresh: nobody must be locked out.
    const isSetBack = last.start > now + this.#bucketMs
    if (!isSetBack && oldest.start + this.#lengthMs > now) return
    this.#buckets = isSetBack ? [] : this.#buckets.filter(({ start }) => start + this.#lengthMs > now)
    this.#total = this.#buckets.reduce((sum, { count }) => sum + count, 0)
  }

  get total(): number {
    return this.#total
  }

  add(count: number, now: number): void {
    const last = this.#buckets.at(-1)
    if (last !== undefined && now - last.start < this.#bucketMs) last.count += count
    else this.#buckets.push({ start: now, count })
    this.#total += count
  }

  /** Newest first: unused grants are the most recent ones. */
  remove(count: number): void {
    let excess = count
    for (const bucket of this.#buckets.toReversed()) {
      const removed = Math.min(excess, bucket.count)
      bucket.count -= removed
      this.#total -= removed
      excess -= removed
    }
  }

  /** Time until one more request fits the quota; 0 when it fits now. */
  waitMs(quota: number, now: number): number {
    let over = this.#total + 1 - quota
    if (over <= 0) return 0
    for (const { start, count } of this.#buckets) {
      over -= count
      if (over <= 0) return start + this.#lengthMs - now
    }
    return this.#lengthMs
  }

  /** Time until the full quota is available again. */
  resetMs(now: number): number {
    const last = this.#buckets.at(-1)
    return last === undefined ? 0 : last.start + this.#lengthMs - now
  }
}
