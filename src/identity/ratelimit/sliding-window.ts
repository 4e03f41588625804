/** Counts requests in a sliding window, so that no burst can pass at a window boundary. */

/** Requests within a hundredth of the window share one bucket and expire together. */
const bucketsPerWindow = 100
/** Expired buckets are removed in batches of this size. */
const expiredMax = 32

export class SlidingWindow {
  readonly #lengthMs: number
  readonly #bucketMs: number
  #starts: number[] = []
  #counts: number[] = []
  #oldest = 0
  #total = 0

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
    this.#bucketMs = lengthMs / bucketsPerWindow
  }

  /** Drops expired buckets. Call it before the other methods, with the same `now`. */
  advance(now: number): void {
    const last = this.#starts.at(-1)
    // If the clock was set back, start afresh: nobody must be locked out.
    if (last !== undefined && last > now + this.#bucketMs) this.#clear()
    while (this.#oldest < this.#starts.length) {
      if ((this.#starts[this.#oldest] as number) + this.#lengthMs > now) break
      this.#total -= this.#counts[this.#oldest] as number
      this.#oldest += 1
    }
    if (this.#oldest === this.#starts.length) this.#clear()
    else if (this.#oldest > expiredMax) this.#compact()
  }

  get total(): number {
    return this.#total
  }

  add(count: number, now: number): void {
    const last = this.#starts.length - 1
    if (last >= this.#oldest && now - (this.#starts[last] as number) < this.#bucketMs) {
      this.#counts[last] = (this.#counts[last] as number) + count
    } else {
      this.#starts.push(now)
      this.#counts.push(count)
    }
    this.#total += count
  }

  /** Newest first: unused grants are the most recent ones. */
  remove(count: number): void {
    let excess = count
    for (let bucket = this.#starts.length - 1; bucket >= this.#oldest && excess > 0; bucket -= 1) {
      const removed = Math.min(excess, this.#counts[bucket] as number)
      this.#counts[bucket] = (this.#counts[bucket] as number) - removed
      this.#total -= removed
      excess -= removed
    }
  }

  /** Time until one more request fits the quota; 0 when it fits now. */
  waitMs(quota: number, now: number): number {
    let over = this.#total + 1 - quota
    if (over <= 0) return 0
    for (let bucket = this.#oldest; bucket < this.#starts.length; bucket += 1) {
      over -= this.#counts[bucket] as number
      if (over <= 0) return (this.#starts[bucket] as number) + this.#lengthMs - now
    }
    return this.#lengthMs
  }

  /** Time until the full quota is available again. */
  resetMs(now: number): number {
    const last = this.#starts.at(-1)
    return last === undefined ? 0 : last + this.#lengthMs - now
  }

  #clear(): void {
    this.#starts = []
    this.#counts = []
    this.#oldest = 0
    this.#total = 0
  }

  #compact(): void {
    this.#starts = this.#starts.slice(this.#oldest)
    this.#counts = this.#counts.slice(this.#oldest)
    this.#oldest = 0
  }
}
