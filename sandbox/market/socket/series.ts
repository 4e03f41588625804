/** One series of bars in a chart: what was asked, what was sent, and what comes next. */

import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { barsUntil } from '../prices/bars.ts'
import { isIntraday, type Resolution } from '../prices/resolution.ts'
import { hasVolume } from './symbol-info.ts'

export interface SeriesRow {
  readonly i: number
  readonly v: readonly number[]
}

export interface Loaded {
  readonly rows: readonly SeriesRow[]
  /** Why there is no more before these: the history begins, or the plan ends. */
  readonly completed: 'end' | 'limit' | undefined
}

/** What is asked for: so many bars up to now, bars around a moment, or a span of time in milliseconds. */
export type Wanted =
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'around'; readonly atMs: number; readonly count: number }
  | { readonly kind: 'span'; readonly fromMs: number; readonly toMs: number }

export const barsPerRequestMax = 5_000

/** How far back anonymous callers get within the day. */
const intradayBarsMax = 10_000

/** Bars looked through for a span of time. */
const spanBarsMax = 20_000

export class Series {
  readonly listing: Listing
  readonly resolution: Resolution
  readonly isHeikinAshi: boolean
  #firstTime = 0
  #firstIndex = 0
  #lastTime = 0
  #lastIndex = -1
  #sent = 0
  #lastValues = ''

  constructor(listing: Listing, resolution: Resolution, isHeikinAshi: boolean) {
    this.listing = listing
    this.resolution = resolution
    this.isHeikinAshi = isHeikinAshi
  }

  /** The first bars, numbered from 0. */
  load(wanted: Wanted, nowMs: number): Loaded {
    const { bars, completed } = this.#read(wanted, this.#asOf(nowMs))
    this.#sent = bars.length
    this.#firstIndex = 0
    this.#lastIndex = bars.length - 1
    this.#firstTime = bars.length === 0 ? 0 : value(bars.time, 0)
    this.#lastTime = bars.length === 0 ? 0 : value(bars.time, bars.length - 1)
    const rows = this.#rows(bars, 0)
    this.#lastValues = JSON.stringify(rows.at(-1)?.v ?? [])
    return { rows, completed }
  }

  #read(wanted: Wanted, asOf: number): { bars: BarBuffer; completed: Loaded['completed'] } {
    if (wanted.kind === 'last') {
      const { bars, reachesStart } = barsUntil(this.listing, this.resolution, asOf, wanted.count)
      return { bars, completed: reachesStart ? 'end' : undefined }
    }
    if (wanted.kind === 'around' && wanted.count > 0) {
      const { bars, reachesStart } = barsUntil(
        this.listing,
        this.resolution,
        Math.min(asOf, wanted.atMs + 1),
        wanted.count,
      )
      return { bars, completed: reachesStart ? 'end' : undefined }
    }
    const fromMs = wanted.kind === 'span' ? wanted.fromMs : wanted.atMs
    const until = wanted.kind === 'span' ? Math.min(asOf, wanted.toMs) : asOf
    const { bars, reachesStart } = barsUntil(
      this.listing,
      this.resolution,
      until,
      spanBarsFor(this.resolution, until - fromMs),
    )
    const found = new BarBuffer(64)
    for (let at = 0; at < bars.length; at++) if (value(bars.time, at) >= fromMs) found.copyBar(bars, at)
    if (wanted.kind === 'span') found.keepLast(barsPerRequestMax)
    else found.length = Math.min(found.length, -wanted.count)
    return { bars: found, completed: reachesStart && found.length === bars.length ? 'end' : undefined }
  }

  /** Older bars than all before; their numbers go below 0. */
  loadMore(count: number): Loaded {
    if (this.#sent === 0) return { rows: [], completed: 'end' }
    const limit = isIntraday(this.resolution) ? intradayBarsMax - this.#sent : Number.POSITIVE_INFINITY
    const allowed = Math.max(0, Math.min(count, barsPerRequestMax, limit))
    if (allowed === 0) return { rows: [], completed: 'limit' }
    const { bars, reachesStart } = barsUntil(this.listing, this.resolution, this.#firstTime, allowed)
    if (bars.length === 0) return { rows: [], completed: 'end' }
    this.#sent += bars.length
    this.#firstIndex -= bars.length
    this.#firstTime = value(bars.time, 0)
    const isAtLimit = isIntraday(this.resolution) && this.#sent >= intradayBarsMax
    return {
      rows: this.#rows(bars, this.#firstIndex),
      completed: reachesStart ? 'end' : isAtLimit ? 'limit' : undefined,
    }
  }

  /** The last bar when it has changed, and those that have begun since. */
  news(nowMs: number): readonly SeriesRow[] {
    if (this.#lastIndex < 0) return []
    const { bars } = barsUntil(this.listing, this.resolution, this.#asOf(nowMs), newsBars)
    let start = 0
    while (start < bars.length && value(bars.time, start) < this.#lastTime) start++
    if (start === bars.length) return []
    const isKnown = value(bars.time, start) === this.#lastTime
    const fresh = new BarBuffer(4)
    for (let at = start; at < bars.length; at++) fresh.copyBar(bars, at)
    const rows = this.#rows(fresh, isKnown ? this.#lastIndex : this.#lastIndex + 1)
    const last = rows.at(-1)
    const values = JSON.stringify(last?.v ?? [])
    if (last === undefined || (rows.length === 1 && values === this.#lastValues)) return []
    this.#lastValues = values
    this.#lastIndex = last.i
    this.#lastTime = (last.v[0] ?? 0) * 1000
    return rows
  }

  /** When the last bar ends, in seconds. */
  closeSeconds(): number {
    const barMs = isIntraday(this.resolution) ? this.resolution.barMs : 86_400_000
    return (this.#lastTime + barMs) / 1000 - 1
  }

  #asOf(nowMs: number): number {
    return nowMs - this.listing.venue.delaySeconds * 1000
  }

  #rows(bars: BarBuffer, firstIndex: number): SeriesRow[] {
    if (this.isHeikinAshi) averageBars(bars)
    const withVolume = hasVolume(this.listing)
    return Array.from({ length: bars.length }, (_, at) => {
      const prices = [bars.time, bars.open, bars.high, bars.low, bars.close].map((column) =>
        value(column, at),
      )
      const [time = 0, ...rest] = prices
      return {
        i: firstIndex + at,
        v: withVolume ? [time / 1000, ...rest, value(bars.volume, at)] : [time / 1000, ...rest],
      }
    })
  }
}

/** As many as can begin between two looks, with some to spare. */
const newsBars = 40

function spanBarsFor(resolution: Resolution, spanMs: number): number {
  const barMs = isIntraday(resolution)
    ? resolution.barMs
    : { day: 1, week: 7, month: 28 }[resolution.unit] * resolution.count * 86_400_000
  return Math.min(spanBarsMax, Math.max(2, Math.ceil(spanMs / barMs) + 2))
}

/** Heikin-Ashi: every bar averaged with the one before. */
function averageBars(bars: BarBuffer): void {
  for (let at = 0; at < bars.length; at++) {
    const close =
      (value(bars.open, at) + value(bars.high, at) + value(bars.low, at) + value(bars.close, at)) / 4
    const open =
      at === 0
        ? (value(bars.open, 0) + value(bars.close, 0)) / 2
        : (value(bars.open, at - 1) + value(bars.close, at - 1)) / 2
    bars.high[at] = Math.max(value(bars.high, at), open, close)
    bars.low[at] = Math.min(value(bars.low, at), open, close)
    bars.open[at] = open
    bars.close[at] = close
  }
}
