/** The newest bars that a reader has, so that each is delivered once, and again whenever its values change. */

/** Its start is a number that grows with it. */
interface KnownBar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null | undefined
}

const barsMax = 1000

export class KnownBars {
  readonly #bars = new Map<number, KnownBar>()
  #newest: number | undefined
  /** Nothing is known about bars before this time. */
  #since = Number.NEGATIVE_INFINITY

  /** The start of the newest bar. */
  get newest(): number | undefined {
    return this.#newest
  }

  /** Whether the bar is new or differs, which is remembered. Bars before all that are known are not new. */
  learn(bar: KnownBar): boolean {
    const { time } = bar
    const known = this.#bars.get(time)
    if (known ? hasEqualValues(known, bar) : time < this.#since) return false
    if (this.#newest === undefined) this.#since = time
    if (this.#newest === undefined || time > this.#newest) this.#newest = time
    this.#bars.set(time, bar)
    if (this.#bars.size > barsMax) this.#forgetOne()
    return true
  }

  clear(): void {
    this.#bars.clear()
    this.#newest = undefined
    this.#since = Number.NEGATIVE_INFINITY
  }

  /** The one that came first, which is the oldest but for late ones. */
  #forgetOne(): void {
    for (const time of this.#bars.keys()) {
      this.#bars.delete(time)
      this.#since = Math.max(this.#since, time + 1)
      return
    }
  }
}

function hasEqualValues(a: KnownBar, b: KnownBar): boolean {
  return (
    a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume
  )
}
