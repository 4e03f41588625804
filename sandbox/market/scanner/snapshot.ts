/** All listings as they stand at a minute: last bars, and the bars before them when a column needs some. */

import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { barsUntil, daysUntil, lastDayOf } from '../prices/bars.ts'
import { parseResolution } from '../prices/resolution.ts'
import type { Timeframe } from './field.ts'

/** How many bars are loaded for a column, in steps, so that a value does not depend on which others were asked for. */
const barSteps = [70, 170]

const barsMax = 330

export interface Live {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly previousClose: Float64Array
  readonly previousVolume: Float64Array
  readonly day: Float64Array
}

export class Snapshot {
  ms: number
  version = 1
  readonly listings: Listings
  readonly #live: Live
  readonly #isLive: Uint8Array
  readonly #recent = new Map<string, { row: number; loaded: number; bars: BarBuffer }>()

  constructor(listings: Listings, ms: number) {
    this.ms = ms
    this.listings = listings
    const rows = listings.all.length
    const column = () => new Float64Array(rows)
    this.#isLive = new Uint8Array(rows)
    this.#live = {
      open: column(),
      high: column(),
      low: column(),
      close: column(),
      volume: column(),
      previousClose: column(),
      previousVolume: column(),
      day: column(),
    }
  }

  /** To another minute; all that was loaded is forgotten, the space stays. */
  moveTo(ms: number): void {
    this.ms = ms
    this.version++
    this.#isLive.fill(0)
    for (const one of this.#recent.values()) one.row = -1
  }

  listing(row: number): Listing {
    return this.listings.all[row] as Listing
  }

  /** When the prices of a listing are from: some exchanges show theirs later. */
  asOf(listing: Listing): number {
    return this.ms - listing.venue.delaySeconds * 1000
  }

  /** One number of the last day; `NaN` for what has never been traded. */
  live(name: keyof Live, row: number): number {
    if (this.#isLive[row] === 0) this.#load(row)
    return this.#live[name][row] as number
  }

  #load(row: number): void {
    const listing = this.listing(row)
    const asOf = this.asOf(listing)
    const last = lastDayOf(listing, asOf)
    const bars = daysUntil(listing, last - 7, asOf, scratch)
    const at = bars.length - 1
    const { open, high, low, close, volume, previousClose, previousVolume, day } = this.#live
    open[row] = at < 0 ? Number.NaN : value(bars.open, at)
    high[row] = at < 0 ? Number.NaN : value(bars.high, at)
    low[row] = at < 0 ? Number.NaN : value(bars.low, at)
    close[row] = at < 0 ? Number.NaN : value(bars.close, at)
    volume[row] = at < 0 ? Number.NaN : value(bars.volume, at)
    previousClose[row] = at < 1 ? Number.NaN : value(bars.close, at - 1)
    previousVolume[row] = at < 1 ? Number.NaN : value(bars.volume, at - 1)
    day[row] = at < 0 ? Number.NaN : value(bars.time, at)
    this.#isLive[row] = 1
  }

  /** The last bars of a row, at least as many as needed when there are so many. Valid until the next call. */
  recent(row: number, timeframe: Timeframe | undefined, needed: number): BarBuffer {
    const name = timeframe ?? 'day'
    const wanted = barSteps.find((step) => step >= needed) ?? barsMax
    const known = this.#recent.get(name)
    if (known !== undefined && known.row === row && known.loaded >= wanted) return known.bars
    const bars = this.#loadRecent(this.listing(row), timeframe, wanted, known?.bars)
    this.#recent.set(name, { row, loaded: wanted, bars })
    return bars
  }

  #loadRecent(
    listing: Listing,
    timeframe: Timeframe | undefined,
    count: number,
    reuse: BarBuffer | undefined,
  ): BarBuffer {
    const asOf = this.asOf(listing)
    if (timeframe === undefined) {
      const perBar = listing.venue.hours.week === 'always' ? 1 : 1.45
      const from = lastDayOf(listing, asOf) - Math.ceil(count * perBar) - 4
      return daysUntil(listing, from, asOf, reuse ?? new BarBuffer(count + 10))
    }
    const resolution = parseResolution(timeframe)
    if (resolution === undefined || resolution === 'custom') return new BarBuffer(1)
    return barsUntil(listing, resolution, asOf, count, reuse ?? new BarBuffer(count + 100)).bars
  }
}

const scratch = new BarBuffer(16)
