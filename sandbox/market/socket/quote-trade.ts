/** What the socket tells about a symbol that changes from second to second. */

import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { daysUntil, lastDayOf } from '../prices/bars.ts'
import { mix } from '../prices/noise.ts'
import { sessionOf, sessionState } from '../prices/trading-hours.ts'

const scratch = new BarBuffer(16)

/** Nothing but the state of the session for what has never been traded. */
export function quoteTrade(listing: Listing, nowMs: number): Record<string, unknown> {
  const { venue } = listing
  const asOf = nowMs - venue.delaySeconds * 1000
  const state = { current_session: sessionState(venue.hours, asOf), status: 'ok', trade_loaded: true }
  const last = lastDayOf(listing, asOf)
  const bars = daysUntil(listing, last - 7, asOf, scratch)
  const at = bars.length - 1
  if (at < 0) return { ...state, lp: null, volume: null }
  const session = sessionOf(venue.hours, last)
  const close = value(bars.close, at)
  const before = at > 0 ? value(bars.close, at - 1) : value(bars.open, at)
  return {
    ...state,
    lp: close,
    lp_time: Math.floor(Math.min(asOf, session.endMs) / 1000),
    ch: onGrid(close - before, listing),
    chp: Math.round(((close - before) / before) * 10_000) / 100,
    volume: value(bars.volume, at),
    open_price: value(bars.open, at),
    high_price: value(bars.high, at),
    low_price: value(bars.low, at),
    prev_close_price: before,
    regular_close: close,
    open_time: session.startMs / 1000,
    ...bidAsk(listing, close, asOf),
    rtc: null,
    rtc_time: null,
    rch: null,
    rchp: null,
  }
}

function bidAsk(listing: Listing, close: number, asOf: number): Record<string, number> {
  const tick = listing.minmov / listing.pricescale
  const chance = mix(listing.key, Math.floor(asOf / 1000))
  return {
    bid: onGrid(close - tick * (1 + (chance & 1)), listing),
    ask: onGrid(close + tick * (1 + ((chance >> 1) & 1)), listing),
    bid_size: 1 + ((chance >> 2) & 0xff),
    ask_size: 1 + ((chance >> 10) & 0xff),
  }
}

function onGrid(price: number, { pricescale, minmov }: Listing): number {
  return (Math.round((price * pricescale) / minmov) * minmov) / pricescale
}
