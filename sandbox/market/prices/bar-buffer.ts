/** Bars in growing number arrays, one per column, so that thousands of bars need no objects. */

export class BarBuffer {
  length = 0
  /** Start of the bar in milliseconds since the epoch. */
  time: Float64Array
  open: Float64Array
  high: Float64Array
  low: Float64Array
  close: Float64Array
  volume: Float64Array

  constructor(capacity = 64) {
    this.time = new Float64Array(capacity)
    this.open = new Float64Array(capacity)
    this.high = new Float64Array(capacity)
    this.low = new Float64Array(capacity)
    this.close = new Float64Array(capacity)
    this.volume = new Float64Array(capacity)
  }

  clear(): void {
    this.length = 0
  }

  reserve(capacity: number): void {
    if (capacity <= this.time.length) return
    const size = Math.max(capacity, this.time.length * 2)
    this.time = grown(this.time, size)
    this.open = grown(this.open, size)
    this.high = grown(this.high, size)
    this.low = grown(this.low, size)
    this.close = grown(this.close, size)
    this.volume = grown(this.volume, size)
  }

  push(time: number, open: number, high: number, low: number, close: number, volume: number): void {
    this.reserve(this.length + 1)
    const at = this.length++
    this.time[at] = time
    this.open[at] = open
    this.high[at] = high
    this.low[at] = low
    this.close[at] = close
    this.volume[at] = volume
  }

  /** Extends the last bar by one that follows it. */
  merge(high: number, low: number, close: number, volume: number): void {
    const at = this.length - 1
    if (high > value(this.high, at)) this.high[at] = high
    if (low < value(this.low, at)) this.low[at] = low
    this.close[at] = close
    this.volume[at] = value(this.volume, at) + volume
  }

  /** Extends the last bar if it starts at `time`, otherwise appends a new one. */
  add(time: number, open: number, high: number, low: number, close: number, volume: number): void {
    if (this.length > 0 && this.time[this.length - 1] === time) this.merge(high, low, close, volume)
    else this.push(time, open, high, low, close, volume)
  }

  /** Drops all but the last `count` bars. */
  keepLast(count: number): void {
    const from = this.length - count
    if (from <= 0) return
    for (const column of [this.time, this.open, this.high, this.low, this.close, this.volume]) {
      column.copyWithin(0, from, this.length)
    }
    this.length = count
  }

  copyBar(from: BarBuffer, at: number): void {
    this.push(
      value(from.time, at),
      value(from.open, at),
      value(from.high, at),
      value(from.low, at),
      value(from.close, at),
      value(from.volume, at),
    )
  }
}

/** A number at an index that is known to exist. */
export function value(numbers: Float64Array, at: number): number {
  return numbers[at] as number
}

function grown(numbers: Float64Array, size: number): Float64Array {
  const larger = new Float64Array(size)
  larger.set(numbers)
  return larger
}
