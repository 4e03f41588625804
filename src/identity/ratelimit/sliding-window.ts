/** How many passed during the last second or minute, whenever one looks: no burst slips through where one window ends. */

/** Calls this close together (a hundredth of the window) are kept as one run and leave together. */
const bucketsPerWindow = 100
/** Runs that have left are cut off in one go. */
const expiredMax = 256

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

  /** Forgets what has left by now; the other methods are meant for the same moment. */
  advance(now: number): void {
    const last = this.#starts.at(-1)
    // A clock that was set back must not lock anybody out.
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

  /** The newest first: what was lent and not used was lent last. */
  remove(count: number): void {
    let excess = count
    for (let bucket = this.#starts.length - 1; bucket >= this.#oldest && excess > 0; bucket -= 1) {
      const removed = Math.min(excess, this.#counts[bucket] as number)
      this.#counts[bucket] = (this.#counts[bucket] as number) - removed
      this.#total -= removed
      excess -= removed
    }
  }

  /** How long until one more fits below the quota; 0 when it does now. */
  waitMs(quota: number, now: number): number {
    let over = this.#total + 1 - quota
    if (over <= 0) return 0
    for (let bucket = this.#oldest; bucket < this.#starts.length; bucket += 1) {
      over -= this.#counts[bucket] as number
      if (over <= 0) return (this.#starts[bucket] as number) + this.#lengthMs - now
    }
    return this.#lengthMs
  }

  /** How long until the whole quota is there again. */
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
