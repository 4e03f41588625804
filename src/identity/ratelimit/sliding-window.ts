/** How many passed during the last second or minute, whenever one looks: no burst slips through where one window ends. */

/** Calls this close together (a hundredth of the window) are kept as one run and leave together. */
const runsPerWindow = 100
/** Runs that have left are cut off in one go. */
const leftMax = 256

export class SlidingWindow {
  readonly #lengthMs: number
  readonly #runMs: number
  #starts: number[] = []
  #counts: number[] = []
  #first = 0
  #total = 0

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs
    this.#runMs = lengthMs / runsPerWindow
  }

  /** Forgets what has left by now; the other methods are meant for the same moment. */
  moveTo(now: number): void {
    const last = this.#starts.at(-1)
    // A clock that was set back must not lock anybody out.
    if (last !== undefined && last > now + this.#runMs) this.#clear()
    while (this.#first < this.#starts.length) {
      if ((this.#starts[this.#first] as number) + this.#lengthMs > now) break
      this.#total -= this.#counts[this.#first] as number
      this.#first += 1
    }
    if (this.#first === this.#starts.length) this.#clear()
    else if (this.#first > leftMax) this.#cut()
  }

  get total(): number {
    return this.#total
  }

  add(count: number, now: number): void {
    const last = this.#starts.length - 1
    if (last >= this.#first && now - (this.#starts[last] as number) < this.#runMs) {
      this.#counts[last] = (this.#counts[last] as number) + count
    } else {
      this.#starts.push(now)
      this.#counts.push(count)
    }
    this.#total += count
  }

  /** The newest first: what was lent and not used was lent last. */
  giveBack(count: number): void {
    let left = count
    for (let run = this.#starts.length - 1; run >= this.#first && left > 0; run -= 1) {
      const taken = Math.min(left, this.#counts[run] as number)
      this.#counts[run] = (this.#counts[run] as number) - taken
      this.#total -= taken
      left -= taken
    }
  }

  /** How long until one more fits below the quota; 0 when it does now. */
  waitMs(quota: number, now: number): number {
    let over = this.#total + 1 - quota
    if (over <= 0) return 0
    for (let run = this.#first; run < this.#starts.length; run += 1) {
      over -= this.#counts[run] as number
      if (over <= 0) return (this.#starts[run] as number) + this.#lengthMs - now
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
    this.#first = 0
    this.#total = 0
  }

  #cut(): void {
    this.#starts = this.#starts.slice(this.#first)
    this.#counts = this.#counts.slice(this.#first)
    this.#first = 0
  }
}
