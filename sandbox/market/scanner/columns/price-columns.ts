/** Columns that follow from bars. */

import { type Day, dayOf, startOf } from '../../../calendar.ts'
import type { Listing } from '../../listings/listing.ts'
import { lookup } from '../../lookup.ts'
import { value } from '../../prices/bar-buffer.ts'
import { lastDayOf } from '../../prices/bars.ts'
import { dailyClose } from '../../prices/daily.ts'
import { sessionOf } from '../../prices/trading-hours.ts'
import type { Bar, Snapshot } from '../snapshot.ts'
import { type Column, cachedColumn } from './column.ts'
import type { ColumnName } from './field.ts'

const percent = (now: number, then: number) => (then === 0 ? Number.NaN : (100 * (now - then)) / then)

/** From one bar; these exist for every timeframe. */
const ofBar: Readonly<Record<string, (bar: Bar) => number>> = {
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  close: ({ close }) => close,
  rtc: ({ close }) => close,
  'daily-bar.close': ({ close }) => close,
  'minute-bar.close': ({ close }) => close,
  close_pct: ({ close }) => close,
  volume: ({ volume }) => volume,
  change: ({ close, previousClose }) => percent(close, previousClose),
  change_abs: ({ close, previousClose }) => close - previousClose,
  change_from_open: ({ open, close }) => percent(close, open),
  change_from_open_abs: ({ open, close }) => close - open,
  gap: ({ open, previousClose }) => percent(open, previousClose),
  volume_change: ({ volume, previousVolume }) => percent(volume, previousVolume),
  volume_change_abs: ({ volume, previousVolume }) => volume - previousVolume,
  'Value.Traded': ({ close, volume }) => close * volume,
  total_value_traded: ({ close, volume }) => close * volume,
}

/** Over the last day, whatever the timeframe in the name. */
const ofDay: Readonly<Record<string, (bar: Bar) => number>> = {
  '24h_vol': ({ close, volume }) => close * volume,
  '24h_vol_change': ({ volume, previousVolume }) => percent(volume, previousVolume),
  '24h_close_change': ({ close, previousClose }) => percent(close, previousClose),
}

type OfListing = (listing: Listing, row: number, snapshot: Snapshot) => number

const ofListing: Readonly<Record<string, OfListing>> = {
  bid: (listing, row, snapshot) => quote(listing, snapshot.today(row).close, -1),
  ask: (listing, row, snapshot) => quote(listing, snapshot.today(row).close, 1),
  time: (listing, _, snapshot) => sessionOf(listing.venue.hours, lastDay(listing, snapshot)).startMs / 1000,
  time_business_day: (listing, _, snapshot) => startOf(lastDay(listing, snapshot)) / 1000,
  update_time: updateSeconds,
  'last-price-update-time': updateSeconds,
  last_bar_update_time: updateSeconds,
  first_bar_time: ({ firstDay }) => startOf(firstDay) / 1000,
  pricescale: ({ pricescale }) => pricescale,
  minmov: ({ minmov }) => minmov,
  minmove2: () => 0,
  'kind-delay': ({ venue }) => venue.delaySeconds,
  average_volume: ({ dailyVolume }) => dailyVolume,
  relative_volume: ({ dailyVolume }, row, snapshot) => snapshot.today(row).volume / dailyVolume,
  relative_volume_10d_calc: ({ dailyVolume }, row, snapshot) => snapshot.today(row).volume / dailyVolume,
}

export function priceColumn({ field, back, timeframe }: ColumnName, snapshot: Snapshot): Column | undefined {
  const rowCount = snapshot.listings.all.length
  const bar = lookup(ofBar, field)
  if (bar !== undefined)
    return cachedColumn(rowCount, snapshot, (row) => bar(snapshot.bar(row, timeframe, back)))
  const day = lookup(ofDay, field)
  if (day !== undefined) return cachedColumn(rowCount, snapshot, (row) => day(snapshot.today(row)))
  const listing = lookup(ofListing, field) ?? performance(field) ?? range(field)
  if (listing === undefined) return undefined
  return cachedColumn(rowCount, snapshot, (row) => {
    const isTraded = !Number.isNaN(snapshot.today(row).close)
    return isTraded ? listing(snapshot.listing(row), row, snapshot) : Number.NaN
  })
}

/** Days before today whose close is compared with the last. */
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

/** `Perf.1M`, `Perf.1M_abs` and `Perf.1M.MarketCap`. */
function performance(field: string): OfListing | undefined {
  const [, span = '', form] = /^Perf\.(\w+?)(_abs|\.MarketCap)?$/.exec(field) ?? []
  if (span !== 'All' && span !== 'YTD' && lookup(spans, span) === undefined) return undefined
  return (listing, row, snapshot) => {
    const { close } = snapshot.today(row)
    const then = spanStart(listing, dayOf(snapshot.asOf(listing)), span)
    if (then < listing.firstDay) return Number.NaN
    const closeThen = dailyClose(listing, then)
    return form === '_abs' ? close - closeThen : percent(close, closeThen)
  }
}

function spanStart({ firstDay }: Listing, today: Day, span: string): Day {
  if (span === 'All') return firstDay
  if (span === 'YTD') return dayOf(Date.UTC(new Date(startOf(today)).getUTCFullYear(), 0, 1)) - 1
  return today - (spans[span] ?? 0)
}

const rangeBars: Readonly<Record<string, number>> = { '5D': 5, '1M': 21, '3M': 63, '6M': 126, '52W': 252 }

/** `High.1M`, `Low.1M`, `price_52_week_high` and `price_52_week_low`. */
function range(field: string): OfListing | undefined {
  const name = field.replace(/^price_52_week_high$/, 'High.52W').replace(/^price_52_week_low$/, 'Low.52W')
  const [, side, span = ''] = /^(High|Low)\.(\w+)$/.exec(name) ?? []
  const count = lookup(rangeBars, span)
  if (count === undefined) return undefined
  return (_, row, snapshot) => {
    const bars = snapshot.days(row, count)
    let extreme = Number.NaN
    for (let at = Math.max(0, bars.length - count); at < bars.length; at++) {
      const price = value(side === 'High' ? bars.high : bars.low, at)
      if (!(side === 'High' ? price <= extreme : price >= extreme)) extreme = price
    }
    return extreme
  }
}

/** One tick from the close; the provider shows none for stocks and indices. */
function quote({ type, pricescale, minmov }: Listing, close: number, side: 1 | -1): number {
  if (type === 'stock' || type === 'dr' || type === 'fund' || type === 'index') return Number.NaN
  return (Math.round((close * pricescale) / minmov + side) * minmov) / pricescale
}

function lastDay(listing: Listing, snapshot: Snapshot): Day {
  return lastDayOf(listing, snapshot.asOf(listing))
}

function updateSeconds(listing: Listing, _: number, snapshot: Snapshot): number {
  const { endMs } = sessionOf(listing.venue.hours, lastDay(listing, snapshot))
  return Math.min(snapshot.asOf(listing), endMs) / 1000
}
