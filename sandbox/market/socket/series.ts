/** A series of bars in a chart: which bars the client has, and what follows. */

import { type Day, dayOf } from '../../calendar.ts'
import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { type Bars, barsUntil } from '../prices/bars.ts'
import { isIntraday, type Resolution } from '../prices/resolution.ts'
import { dividendFactors } from '../scanner/dividends.ts'
import { type BarRange, barsPerRequestMax } from './bar-range.ts'
import { hasVolume } from './symbol-info.ts'
import type { SymbolSpec } from './symbol-spec.ts'

export interface SeriesRow {
  readonly i: number
  readonly v: readonly number[]
}

export interface SeriesPage {
  readonly rows: readonly SeriesRow[]
  /** Why there are no older bars: the history begins here, or the plan ends. */
  readonly completed: 'end' | 'limit' | undefined
}

/** How many intraday bars anonymous callers get. */
const intradayBarsMax = 10_000

/** The most bars that are searched for a span of time. */
const spanBarsMax = 20_000

/** More than can begin within the length of a bar. */
const laterBarsMax = 4

/** More than can begin between two ticks. */
const updateBars = 40

/** Bars that only studies see, before those of the client, are numbered from far below. */
export const indexBefore = -1_000_000

export class Series {
  readonly listing: Listing
  readonly resolution: Resolution
  readonly #spec: SymbolSpec
  #factorOf: (day: Day) => number = () => 1
  /** What was loaded first, and where that began. */
  #range: BarRange = { kind: 'last', count: 0 }
  #startTime = 0
  /** The moment of the newest bars. */
  #asOfLast = 0
  #sent = 0
  #firstTime = 0
  #firstIndex = 0
  #lastTime = 0
  #lastIndex = -1
  #lastValues = ''

  constructor(listing: Listing, resolution: Resolution, spec: SymbolSpec) {
    this.listing = listing
    this.resolution = resolution
    this.#spec = spec
  }

  /** The first bars, numbered from 0. */
  load(range: BarRange, nowMs: number): SeriesPage {
    const asOf = this.#asOf(nowMs)
    if (this.#spec.isDividendAdjusted) this.#factorOf = dividendFactors(this.listing, dayOf(asOf))
    const { bars, completed } = this.#read(range, asOf)
    const rows = this.#rows(bars, 0)
    const last = rows.at(-1)
    this.#range = range
    this.#asOfLast = asOf
    this.#sent = rows.length
    this.#firstIndex = 0
    this.#firstTime = (rows[0]?.v[0] ?? 0) * 1000
    this.#startTime = this.#firstTime
    this.#remember(last ?? { i: -1, v: [] })
    return { rows, completed }
  }

  /** Bars are whole: a range selects them by their start. */
  #read(range: BarRange, asOf: number): { bars: BarBuffer; completed: SeriesPage['completed'] } {
    if (range.kind === 'last') {
      const { bars, reachesStart } = this.#barsUntil(asOf, range.count)
      return { bars, completed: reachesStart ? 'end' : undefined }
    }
    const isBefore = range.kind === 'around' && range.count > 0
    const fromMs = range.kind === 'span' ? range.fromMs : isBefore ? Number.NEGATIVE_INFINITY : range.atMs
    const toMs = range.kind === 'span' ? range.toMs : isBefore ? range.atMs : asOf
    const until = Math.min(asOf, toMs + barMsMax(this.resolution))
    const count = isBefore ? range.count + laterBarsMax : barsIn(this.resolution, until - fromMs)
    const { bars, reachesStart } = this.#barsUntil(until, count)
    const inRange = new BarBuffer(64)
    for (let at = 0; at < bars.length; at++) {
      const start = value(bars.time, at)
      if (start >= fromMs && start <= toMs) inRange.copyBar(bars, at)
    }
    const isAll = isBefore && reachesStart && inRange.length <= range.count
    if (range.kind === 'span') inRange.keepLast(barsPerRequestMax)
    else if (isBefore) inRange.keepLast(range.count)
    else inRange.length = Math.min(inRange.length, -range.count)
    return { bars: inRange, completed: isAll ? 'end' : undefined }
  }

  /** Older bars than all before; their numbers are negative. */
  loadMore(count: number): SeriesPage {
    if (this.#sent === 0) return { rows: [], completed: 'end' }
    const left = isIntraday(this.resolution) ? intradayBarsMax - this.#sent : Number.POSITIVE_INFINITY
    const allowed = Math.min(count, barsPerRequestMax, left)
    if (allowed <= 0) return { rows: [], completed: 'limit' }
    const { bars, reachesStart } = this.#barsUntil(this.#firstTime, allowed)
    if (bars.length === 0) return { rows: [], completed: 'end' }
    this.#sent += bars.length
    this.#firstIndex -= bars.length
    this.#firstTime = value(bars.time, 0)
    return { rows: this.#rows(bars, this.#firstIndex), completed: reachesStart ? 'end' : undefined }
  }

  /** The last bar if it has changed, and the bars that have begun since. */
  update(nowMs: number): readonly SeriesRow[] {
    if (this.#lastIndex < 0) return []
    this.#asOfLast = this.#asOf(nowMs)
    const { bars } = this.#barsUntil(this.#asOfLast, updateBars)
    const fresh = new BarBuffer(4)
    for (let at = 0; at < bars.length; at++) {
      if (value(bars.time, at) >= this.#lastTime) fresh.copyBar(bars, at)
    }
    if (fresh.length === 0) return []
    const isLastIncluded = value(fresh.time, 0) === this.#lastTime
    const rows = this.#rows(fresh, isLastIncluded ? this.#lastIndex : this.#lastIndex + 1)
    const last = rows.at(-1)
    if (last === undefined || (rows.length === 1 && JSON.stringify(last.v) === this.#lastValues)) return []
    this.#remember(last)
    return rows
  }

  /** The bars that the client has, and up to `before` older ones. */
  delivered(before: number): SeriesRow[] {
    if (this.#sent === 0) return []
    const range: BarRange =
      this.#range.kind === 'last' ? { kind: 'last', count: this.#lastIndex + 1 } : this.#range
    const rows = this.#rows(this.#read(range, this.#asOfLast).bars, 0)
    const more = -this.#firstIndex
    const older = this.#rows(this.#barsUntil(this.#startTime, before + more).bars, 0)
    const unseen = Math.max(0, older.length - more)
    const numbered = older.map(({ v }, at) => ({
      i: at < unseen ? indexBefore - unseen + at : at - older.length,
      v,
    }))
    return [...numbered, ...rows]
  }

  /** When the last bar ends, in seconds. */
  closeSeconds(): number {
    const barMs = isIntraday(this.resolution) ? this.resolution.barMs : 86_400_000
    return (this.#lastTime + barMs) / 1000 - 1
  }

  #barsUntil(untilMs: number, count: number): Bars {
    const view = { isExtended: this.#spec.isExtended, factorOf: this.#factorOf }
    return barsUntil(this.listing, this.resolution, untilMs, count, new BarBuffer(count + 100), view)
  }

  #remember({ i, v }: SeriesRow): void {
    this.#lastIndex = i
    this.#lastTime = (v[0] ?? 0) * 1000
    this.#lastValues = JSON.stringify(v)
  }

  #asOf(nowMs: number): number {
    return nowMs - this.listing.venue.delaySeconds * 1000
  }

  #rows(bars: BarBuffer, firstIndex: number): SeriesRow[] {
    const withVolume = hasVolume(this.listing)
    return Array.from({ length: bars.length }, (_, at) => {
      const prices = [bars.open, bars.high, bars.low, bars.close].map((column) => value(column, at))
      const volume = withVolume ? [value(bars.volume, at)] : []
      return { i: firstIndex + at, v: [value(bars.time, at) / 1000, ...prices, ...volume] }
    })
  }
}

function barsIn(resolution: Resolution, spanMs: number): number {
  return Math.min(spanBarsMax, Math.max(2, Math.ceil(spanMs / barMsMin(resolution)) + 2))
}

function barMsMin(resolution: Resolution): number {
  if (isIntraday(resolution)) return resolution.barMs
  return { day: 1, week: 7, month: 28 }[resolution.unit] * resolution.count * 86_400_000
}

function barMsMax(resolution: Resolution): number {
  if (isIntraday(resolution)) return resolution.barMs
  return { day: 1, week: 7, month: 31 }[resolution.unit] * resolution.count * 86_400_000
}
