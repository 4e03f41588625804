/** The values of a quote that change from second to second. */

import { dayOf } from '../../calendar.ts'
import { hash } from '../hash.ts'
import { isCompany, type Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { barsUntil, daysUntil, extendedView, lastDayOf } from '../prices/bars.ts'
import { toGrid } from '../prices/subdivide.ts'
import { sessionOf, sessionState } from '../prices/trading-hours.ts'
import { priceEarnings } from '../scanner/earnings.ts'

const scratch = new BarBuffer(16)
const minutes = new BarBuffer(128)
const oneMinute = { unit: 'minute', barMs: 60_000 } as const

/** A listing that was never traded has no prices. */
export function quoteTrade(listing: Listing, nowMs: number): Record<string, unknown> {
  const { hours, delaySeconds } = listing.venue
  const asOf = nowMs - delaySeconds * 1000
  const state = { current_session: sessionState(hours, asOf), status: 'ok', trade_loaded: true }
  const last = lastDayOf(listing, asOf)
  const bars = daysUntil(listing, last - 7, asOf, scratch)
  const at = bars.length - 1
  if (at < 0) return { ...state, lp: null, volume: null }
  const session = sessionOf(hours, last)
  const close = value(bars.close, at)
  const before = at > 0 ? value(bars.close, at - 1) : value(bars.open, at)
  const tick = listing.minmov / listing.pricescale
  const random = hash(listing.key, Math.floor(asOf / 1000))
  return {
    ...state,
    lp: close,
    lp_time: Math.floor(Math.min(asOf, session.endMs) / 1000),
    ch: toGrid(close - before, listing),
    chp: Math.round(((close - before) / before) * 10_000) / 100,
    volume: value(bars.volume, at),
    open_price: value(bars.open, at),
    high_price: value(bars.high, at),
    low_price: value(bars.low, at),
    prev_close_price: before,
    regular_close: close,
    ...(isCompany(listing) ? { price_earnings_ttm: priceEarnings(listing, dayOf(asOf), close) } : {}),
    open_time: session.startMs / 1000,
    bid: toGrid(close - tick, listing),
    ask: toGrid(close + tick, listing),
    bid_size: 1 + (random & 0xff),
    ask_size: 1 + ((random >> 8) & 0xff),
    ...extendedTrade(listing, asOf, close),
  }
}

/** The last price before or after regular trading, and its change since the last regular one; null at other times. */
function extendedTrade(listing: Listing, asOf: number, regularPrice: number): Record<string, number | null> {
  const state = sessionState(listing.venue.hours, asOf)
  if (state !== 'pre_market' && state !== 'post_market')
    return { rtc: null, rtc_time: null, rch: null, rchp: null }
  const { bars } = barsUntil(listing, oneMinute, asOf, 1, minutes, extendedView)
  const price = value(bars.close, 0)
  return {
    rtc: price,
    rtc_time: Math.floor(asOf / 1000),
    rch: toGrid(price - regularPrice, listing),
    rchp: Math.round(((price - regularPrice) / regularPrice) * 10_000) / 100,
  }
}
