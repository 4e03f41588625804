/** Columns of prices: today's, those of the past weeks and years, and what is computed from bars. */

import { type Day, dayOf, startOf } from '../../calendar.ts'
import { indicatorNamed } from '../indicators/indicator.ts'
import { ratingWord } from '../indicators/rating.ts'
import type { Listing } from '../listings/listing.ts'
import { own } from '../own.ts'
import { value } from '../prices/bar-buffer.ts'
import { dailyBar, dailyClose } from '../prices/daily.ts'
import { between, mix } from '../prices/noise.ts'
import { nextTradingDay, sessionOf, sessionStart, sessionState } from '../prices/trading-hours.ts'
import { type Column, remembered } from './column.ts'
import type { ColumnName } from './field.ts'
import type { Snapshot } from './snapshot.ts'

type NumberOf = (row: number, snapshot: Snapshot) => number

const percent = (now: number, then: number) => (then === 0 ? Number.NaN : (100 * (now - then)) / then)
const close: NumberOf = (row, snapshot) => snapshot.live('close', row)
const previous: NumberOf = (row, snapshot) => snapshot.live('previousClose', row)
const openGap: NumberOf = (row, snapshot) => snapshot.live('open', row) - previous(row, snapshot)

/** From the last day alone. */
const today: Readonly<Record<string, NumberOf>> = {
  open: (row, snapshot) => snapshot.live('open', row),
  high: (row, snapshot) => snapshot.live('high', row),
  low: (row, snapshot) => snapshot.live('low', row),
  close,
  rtc: close,
  'daily-bar.close': close,
  'minute-bar.close': close,
  volume: (row, snapshot) => snapshot.live('volume', row),
  change: (row, snapshot) => percent(close(row, snapshot), previous(row, snapshot)),
  change_abs: (row, snapshot) => close(row, snapshot) - previous(row, snapshot),
  change_from_open: (row, snapshot) => percent(close(row, snapshot), snapshot.live('open', row)),
  change_from_open_abs: (row, snapshot) => close(row, snapshot) - snapshot.live('open', row),
  gap: (row, snapshot) => percent(snapshot.live('open', row), previous(row, snapshot)),
  gap_up: (row, snapshot) => Math.max(0, percent(snapshot.live('open', row), previous(row, snapshot))),
  gap_down: (row, snapshot) => Math.min(0, percent(snapshot.live('open', row), previous(row, snapshot))),
  gap_up_abs: (row, snapshot) => Math.max(0, openGap(row, snapshot)),
  gap_down_abs: (row, snapshot) => Math.min(0, openGap(row, snapshot)),
  volume_change: (row, snapshot) =>
    percent(snapshot.live('volume', row), snapshot.live('previousVolume', row)),
  volume_change_abs: (row, snapshot) => snapshot.live('volume', row) - snapshot.live('previousVolume', row),
  'Value.Traded': (row, snapshot) => close(row, snapshot) * snapshot.live('volume', row),
  bid: (row, snapshot) => spread(row, snapshot, -1),
  ask: (row, snapshot) => spread(row, snapshot, 1),
  premarket_change: (row, snapshot) => percent(premarket(row, snapshot), previousOf(row, snapshot)),
  pre_change: (row, snapshot) => percent(premarket(row, snapshot), previousOf(row, snapshot)),
  premarket_change_abs: (row, snapshot) => premarket(row, snapshot) - previousOf(row, snapshot),
  pre_change_abs: (row, snapshot) => premarket(row, snapshot) - previousOf(row, snapshot),
  premarket_close: premarket,
  premarket_open: (row, snapshot) => (premarket(row, snapshot) + previousOf(row, snapshot)) / 2,
  premarket_high: (row, snapshot) => Math.max(premarket(row, snapshot), previousOf(row, snapshot)),
  premarket_low: (row, snapshot) => Math.min(premarket(row, snapshot), previousOf(row, snapshot)),
  premarket_gap: (row, snapshot) => percent(premarket(row, snapshot), previousOf(row, snapshot)) / 2,
  premarket_volume: (row, snapshot) =>
    Number.isNaN(premarket(row, snapshot))
      ? Number.NaN
      : Math.round(snapshot.listing(row).dailyVolume * 0.02),
  postmarket_close: postmarket,
  postmarket_change: (row, snapshot) => percent(postmarket(row, snapshot), close(row, snapshot)),
  post_change: (row, snapshot) => percent(postmarket(row, snapshot), close(row, snapshot)),
  postmarket_change_abs: (row, snapshot) => postmarket(row, snapshot) - close(row, snapshot),
  postmarket_open: (row, snapshot) =>
    Number.isNaN(postmarket(row, snapshot)) ? Number.NaN : close(row, snapshot),
  postmarket_high: (row, snapshot) => Math.max(postmarket(row, snapshot), close(row, snapshot)),
  postmarket_low: (row, snapshot) => Math.min(postmarket(row, snapshot), close(row, snapshot)),
  postmarket_volume: (row, snapshot) =>
    Number.isNaN(postmarket(row, snapshot))
      ? Number.NaN
      : Math.round(snapshot.listing(row).dailyVolume * 0.03),
  time: sessionSeconds,
  'daily-bar.time': sessionSeconds,
  time_business_day: (row, snapshot) => startOf(snapshot.live('day', row)) / 1000,
  update_time: updatedSeconds,
  'update-time': updatedSeconds,
  'last-price-update-time': updatedSeconds,
  'last-price-update-time-intraday': updatedSeconds,
  last_bar_update_time: updatedSeconds,
  'minute-bar.time': updatedSeconds,
  first_bar_time: (row, snapshot) => {
    const { firstDay } = snapshot.listing(row)
    return firstDay > 100_000 ? Number.NaN : startOf(firstDay) / 1000
  },
  bars_count: (row, snapshot) => Math.max(0, snapshot.live('day', row) - snapshot.listing(row).firstDay),
  indicators_bars_count: () => 330,
  pricescale: (row, snapshot) => snapshot.listing(row).pricescale,
  minmov: (row, snapshot) => snapshot.listing(row).minmov,
  minmove2: () => 0,
  'kind-delay': (row, snapshot) => snapshot.listing(row).venue.delaySeconds,
  popularity_rank: (row, snapshot) => Math.round(1e5 * (1 - snapshot.listing(row).fame)),
  popularity: (row, snapshot) => Math.round(1e5 * snapshot.listing(row).fame),
}

/** Days back to compare the close with. */
const spans: Readonly<Record<string, number>> = {
  W: 7,
  '5D': 7,
  '1W': 7,
  '1M': 30,
  '3M': 91,
  '6M': 182,
  Y: 365,
  '1Y': 365,
  '3Y': 1096,
  '5Y': 1826,
  '10Y': 3652,
}

const rangeBars: Readonly<Record<string, number>> = { '5D': 5, '1M': 21, '3M': 63, '6M': 126, '52W': 252 }

export function numberColumn(name: ColumnName, snapshot: Snapshot): Column | undefined {
  const { field, back, timeframe } = name
  const rows = snapshot.listings.all.length
  if (timeframe === undefined && back === 0) {
    const simple = own(today, field) ?? past(field)
    if (simple !== undefined) return remembered(rows, snapshot, (row) => simple(row, snapshot))
    if (field === 'TechRating_1D') return techRating(snapshot)
  }
  const day24 = timeframe === undefined ? undefined : lastDayOver(field)
  if (day24 !== undefined) return remembered(rows, snapshot, (row) => day24(row, snapshot))
  const indicator = indicatorNamed(field)
  if (indicator === undefined) return undefined
  return remembered(rows, snapshot, (row) => {
    const bars = snapshot.recent(row, timeframe, indicator.bars + back)
    const end = bars.length - 1 - back
    return end < 0 ? Number.NaN : indicator.at(bars, end)
  })
}

/** Over the last 24 hours, which is what the coin columns mean whatever their suffix says. */
function lastDayOver(field: string): NumberOf | undefined {
  switch (field) {
    case '24h_vol':
      return (row, snapshot) => snapshot.live('volume', row) * close(row, snapshot)
    case '24h_vol_change':
      return (row, snapshot) => percent(snapshot.live('volume', row), snapshot.live('previousVolume', row))
    case '24h_close_change':
      return (row, snapshot) => percent(close(row, snapshot), previous(row, snapshot))
    case 'relative_volume_intraday':
      return (row, snapshot) => snapshot.live('volume', row) / snapshot.listing(row).dailyVolume
    default:
      return undefined
  }
}

/** Performance and extremes of the past. */
function past(field: string): NumberOf | undefined {
  const performance = /^Perf\.(\w+?)(_abs|\.MarketCap)?$/.exec(field)
  if (performance !== null) {
    const [, span = '', form] = performance
    if (span !== 'All' && span !== 'YTD' && own(spans, span) === undefined) return undefined
    return (row, snapshot) => {
      const then = closeBefore(snapshot.listing(row), snapshot, span)
      return form === '_abs' ? close(row, snapshot) - then : percent(close(row, snapshot), then)
    }
  }
  const range = /^(High|Low)\.(5D|1M|3M|6M)(\.Date)?$/.exec(field)
  if (range !== null)
    return extreme(range[1] === 'High', rangeBars[range[2] ?? ''] ?? 1, range[3] !== undefined)
  const year = /^price_52_week_(high|low)(_date)?$/.exec(field)
  if (year !== null) return extreme(year[1] === 'high', rangeBars['52W'] ?? 1, year[2] !== undefined)
  const ever = /^(?:(High|Low)\.All(?:\.Calc)?(\.Date)?|all_time_(high|low)(_day)?)$/.exec(field)
  if (ever !== null) {
    const isHigh = ever[1] === 'High' || ever[3] === 'high'
    const wantsDate = ever[2] !== undefined || ever[4] !== undefined
    return (row, snapshot) => everExtreme(row, snapshot, isHigh, wantsDate)
  }
  if (field === 'all_time_open' || field === 'Open.All.Calc') {
    return (row, snapshot) => {
      const listing = snapshot.listing(row)
      return Number.isNaN(close(row, snapshot)) ? Number.NaN : dailyBar(listing, listing.firstDay).open
    }
  }
  if (field === 'average_volume') return (row, snapshot) => snapshot.listing(row).dailyVolume
  if (field === 'relative_volume')
    return (row, snapshot) => snapshot.live('volume', row) / snapshot.listing(row).dailyVolume
  return undefined
}

function closeBefore(listing: Listing, snapshot: Snapshot, span: string): number {
  const now = dayOf(snapshot.asOf(listing))
  const then =
    span === 'All' ? listing.firstDay : span === 'YTD' ? yearStart(now) - 1 : now - (spans[span] ?? 0)
  return then < listing.firstDay ? Number.NaN : dailyClose(listing, then)
}

function yearStart(day: Day): Day {
  return dayOf(Date.UTC(new Date(startOf(day)).getUTCFullYear(), 0, 1))
}

function extreme(isHigh: boolean, length: number, wantsDate: boolean): NumberOf {
  return (row, snapshot) => {
    const bars = snapshot.recent(row, undefined, length)
    let best = -1
    for (let at = Math.max(0, bars.length - length); at < bars.length; at++) {
      const better = isHigh
        ? best < 0 || value(bars.high, at) > value(bars.high, best)
        : best < 0 || value(bars.low, at) < value(bars.low, best)
      if (better) best = at
    }
    if (best < 0) return Number.NaN
    if (wantsDate) return startOf(value(bars.time, best)) / 1000
    return value(isHigh ? bars.high : bars.low, best)
  }
}

const sampleDays = 16

/** From one close in sixteen days: the whole history would cost too much for what it tells. */
function everExtreme(row: number, snapshot: Snapshot, isHigh: boolean, wantsDate: boolean): number {
  const listing = snapshot.listing(row)
  const last = snapshot.live('day', row)
  if (Number.isNaN(last)) return Number.NaN
  let best = extreme(isHigh, 252, false)(row, snapshot)
  let bestDay = Number.NaN
  for (let day = last - 260; day > listing.firstDay; day -= sampleDays) {
    const then = dailyClose(listing, day)
    if (isHigh ? then > best : then < best) {
      best = then
      bestDay = day
    }
  }
  if (!wantsDate) return best
  return Number.isNaN(bestDay) ? extreme(isHigh, 252, true)(row, snapshot) : startOf(bestDay) / 1000
}

function techRating(snapshot: Snapshot): Column {
  const all = indicatorNamed('Recommend.All')
  return {
    kind: 'text',
    at(row) {
      const bars = snapshot.recent(row, undefined, all?.bars ?? 1)
      const rating = all?.at(bars, bars.length - 1) ?? Number.NaN
      return Number.isNaN(rating) ? null : ratingWord(rating)
    },
  }
}

/** Half a spread off the close; stocks show neither to anonymous callers. */
function spread(row: number, snapshot: Snapshot, side: 1 | -1): number {
  const { type, pricescale, minmov, key } = snapshot.listing(row)
  if (type === 'stock' || type === 'dr' || type === 'fund' || type === 'index') return Number.NaN
  const tick = minmov / pricescale
  const ticks = 1 + (mix(key, 7) % 3)
  return Math.round(((close(row, snapshot) + side * ticks * tick) * pricescale) / minmov) * tick
}

/** Between the last close and the next open, while it is traded before hours or after it was. */
function premarket(row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const { hours } = listing.venue
  if (hours.extended === undefined) return Number.NaN
  const state = sessionState(hours, snapshot.asOf(listing))
  if (state !== 'pre_market') return snapshot.live('open', row)
  const day = snapshot.live('day', row)
  const next = dailyBar(listing, nextTradingDay(hours, day)).open
  const share = between(mix(listing.key, 8), Math.floor(snapshot.ms / 60_000), 0.4, 1)
  return Math.round((close(row, snapshot) + share * (next - close(row, snapshot))) * 100) / 100
}

/** What the premarket price is compared with: while it runs the last close, later the one before the open. */
function previousOf(row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const isRunning = sessionState(listing.venue.hours, snapshot.asOf(listing)) === 'pre_market'
  return isRunning ? close(row, snapshot) : previous(row, snapshot)
}

function postmarket(row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const { hours } = listing.venue
  if (hours.extended === undefined) return Number.NaN
  const state = sessionState(hours, snapshot.asOf(listing))
  if (state === 'market') return Number.NaN
  const drift = between(mix(listing.key, 9), snapshot.live('day', row), -0.4, 0.4) * listing.sigma
  return Math.round(close(row, snapshot) * (1 + drift) * 100) / 100
}

function sessionSeconds(row: number, snapshot: Snapshot): number {
  const day = snapshot.live('day', row)
  return Number.isNaN(day) ? Number.NaN : sessionStart(snapshot.listing(row).venue.hours, day) / 1000
}

function updatedSeconds(row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const day = snapshot.live('day', row)
  if (Number.isNaN(day)) return Number.NaN
  return Math.min(snapshot.asOf(listing), sessionOf(listing.venue.hours, day).endMs) / 1000
}
