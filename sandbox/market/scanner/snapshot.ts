/** The bars of all listings at a minute, computed when a column needs them. */

import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { barsUntil, daysUntil, lastDayOf } from '../prices/bars.ts'
import { parseResolution } from '../prices/resolution.ts'
import type { Timeframe } from './columns/field.ts'

/** One bar and the close and volume before it. `NaN` where there is none. */
export interface Bar {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly previousClose: number
  readonly previousVolume: number
}

export class Snapshot {
  ms: number
  version = 1
  readonly listings: Listings
  readonly #today: (Bar | undefined)[] = []

  constructor(listings: Listings, ms: number) {
    this.ms = ms
    this.listings = listings
  }

  moveTo(ms: number): void {
    this.ms = ms
    this.version++
    this.#today.length = 0
  }

  listing(row: number): Listing {
    return this.listings.all[row] as Listing
  }

  /** The time of the prices of a listing: some exchanges publish theirs with a delay. */
  asOf(listing: Listing): number {
    return this.ms - listing.venue.delaySeconds * 1000
  }

  /** The last daily bar. */
  today(row: number): Bar {
    let bar = this.#today[row]
    if (bar === undefined) {
      bar = toBar(this.days(row, 5), 0)
      this.#today[row] = bar
    }
    return bar
  }

  /** A bar of another length, or before the last one. */
  bar(row: number, timeframe: Timeframe | undefined, back: number): Bar {
    if (timeframe === undefined) return back === 0 ? this.today(row) : toBar(this.days(row, 9), back)
    const resolution = parseResolution(timeframe)
    if (resolution === undefined || resolution === 'custom') return toBar(new BarBuffer(1), 0)
    const listing = this.listing(row)
    return toBar(barsUntil(listing, resolution, this.asOf(listing), back + 2, scratch).bars, back)
  }

  /** At least the last `count` daily bars, if there are as many. Valid until the next call. */
  days(row: number, count: number): BarBuffer {
    const listing = this.listing(row)
    const asOf = this.asOf(listing)
    const daysPerBar = listing.venue.hours.week === 'always' ? 1 : 1.5
    return daysUntil(listing, lastDayOf(listing, asOf) - Math.ceil(count * daysPerBar) - 2, asOf, scratch)
  }
}

const scratch = new BarBuffer(400)

function toBar(bars: BarBuffer, back: number): Bar {
  const at = bars.length - 1 - back
  const read = (numbers: Float64Array, from: number) => (from < 0 ? Number.NaN : value(numbers, from))
  return {
    open: read(bars.open, at),
    high: read(bars.high, at),
    low: read(bars.low, at),
    close: read(bars.close, at),
    volume: read(bars.volume, at),
    previousClose: read(bars.close, at - 1),
    previousVolume: read(bars.volume, at - 1),
  }
}
