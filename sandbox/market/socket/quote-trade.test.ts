import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { createWorld } from '../../world.ts'
import type { Listing } from '../listings/listing.ts'
import { buildListings } from '../listings/listings.ts'
import { barsUntil, extendedView } from '../prices/bars.ts'
import { quoteTrade } from './quote-trade.ts'

const listings = buildListings(createWorld({ seed: 'spring', clock: new FakeClock() }))
const apple = listings.find('NASDAQ:AAPL') as Listing

describe('a quote', () => {
  for (const [state, time] of [
    ['pre_market', '2026-11-13T13:00:30Z'],
    ['post_market', '2026-11-13T22:00:30Z'],
  ] as const) {
    it(`has the last extended price in the ${state}, and its change since the last regular one`, () => {
      const nowMs = Date.parse(time)
      const quote = quoteTrade(apple, nowMs)
      assert.equal(quote.current_session, state)
      const { bars } = barsUntil(apple, { unit: 'minute', barMs: 60_000 }, nowMs, 1, undefined, extendedView)
      assert.equal(quote.rtc, bars.close[0])
      assert.equal(quote.rtc_time, Math.floor(nowMs / 1000))
      assert.ok(Math.abs(Number(quote.rtc) - Number(quote.lp) - Number(quote.rch)) < 1e-9)
      assert.equal(Math.sign(Number(quote.rchp)), Math.sign(Number(quote.rch)))
    })
  }

  for (const [symbol, time] of [
    ['NASDAQ:AAPL', '2026-11-13T17:00:00Z'],
    ['NASDAQ:AAPL', '2026-11-14T17:00:00Z'],
    ['BINANCE:BTCUSDT', '2026-11-13T22:00:00Z'],
  ] as const) {
    it(`of ${symbol} has none at ${time}`, () => {
      const { rtc, rtc_time, rch, rchp } = quoteTrade(listings.find(symbol) as Listing, Date.parse(time))
      assert.deepEqual([rtc, rtc_time, rch, rchp], [null, null, null, null])
    })
  }
})
