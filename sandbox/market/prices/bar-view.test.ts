import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { dayOf } from '../../calendar.ts'
import { createWorld } from '../../world.ts'
import type { Listing } from '../listings/listing.ts'
import { buildListings } from '../listings/listings.ts'
import { dividendAmount, dividendFactors, nextExDay, paysDividend } from '../scanner/dividends.ts'
import { cycleDays } from '../scanner/earnings.ts'
import { BarBuffer } from './bar-buffer.ts'
import { type BarView, barsUntil } from './bars.ts'
import { dailyClose } from './daily.ts'
import { parseResolution, type Resolution } from './resolution.ts'

/** A Friday, seven minutes past noon in New York. */
const now = Date.parse('2026-11-13T17:07:42Z')
const listings = buildListings(createWorld({ seed: 'spring', clock: new FakeClock(now) }))
const apple = listings.find('NASDAQ:AAPL') as Listing

const regular: BarView = { isExtended: false, factorOf: () => 1 }
const extended: BarView = { isExtended: true, factorOf: () => 1 }

/** Rows of start, open, close and volume. */
function read(listing: Listing, text: string, view: BarView, untilMs = now, count = 400) {
  const { bars } = barsUntil(
    listing,
    parseResolution(text) as Resolution,
    untilMs,
    count,
    new BarBuffer(count),
    view,
  )
  return Array.from({ length: bars.length }, (_, at) => ({
    start: new Date(bars.time[at] ?? 0).toISOString(),
    open: bars.open[at] ?? Number.NaN,
    close: bars.close[at] ?? Number.NaN,
    volume: bars.volume[at] ?? Number.NaN,
  }))
}

describe('bars of extended hours', () => {
  it('begin before the regular hours and end after them, and agree with the regular bars in between', () => {
    // From 04:00 in New York, for a day.
    const isOfDay = ({ start }: { start: string }) =>
      start >= '2026-11-12T09:00' && start < '2026-11-13T09:00'
    const all = read(apple, '15', extended).filter(isOfDay)
    const inHours = read(apple, '15', regular).filter(isOfDay)
    assert.deepEqual([all[0]?.start, all.length], ['2026-11-12T09:00:00.000Z', (20 - 4) * 4])
    assert.equal(inHours.length, 6.5 * 4)
    assert.deepEqual(
      all.filter(({ start }) => inHours.some((bar) => bar.start === start)),
      inHours,
    )
    const open = all.findIndex(({ start }) => start === inHours[0]?.start)
    assert.equal(all[open - 1]?.close, inHours[0]?.open)
    const volumeOf = (bars: typeof all) => bars.reduce((sum, { volume }) => sum + volume, 0)
    assert.ok(volumeOf(all) > volumeOf(inHours) && volumeOf(all) < volumeOf(inHours) * 1.1)
  })

  it('are there in the morning of a day whose regular hours have not begun', () => {
    const morning = Date.parse('2026-11-13T10:07:00Z')
    assert.equal(read(apple, '5', extended, morning).at(-1)?.start, '2026-11-13T10:05:00.000Z')
    assert.equal(read(apple, '5', regular, morning).at(-1)?.start, '2026-11-12T20:55:00.000Z')
  })

  it('go on each morning where they ended the evening before', () => {
    const bars = read(apple, '15', extended)
    const morning = bars.findIndex(({ start }) => start === '2026-11-12T09:00:00.000Z')
    assert.equal(bars[morning]?.open, bars[morning - 1]?.close)
  })

  for (const symbol of ['TSE:7203', 'BINANCE:BTCUSDT', 'CME_MINI:ES1!'])
    it(`are the regular ones for ${symbol}, which has no such hours`, () => {
      const listing = listings.find(symbol) as Listing
      assert.deepEqual(read(listing, '15', extended), read(listing, '15', regular))
    })

  it('change no daily bar', () => {
    assert.deepEqual(read(apple, '1D', extended), read(apple, '1D', regular))
  })
})

describe('bars that are adjusted for dividends', () => {
  const payer = listings.all.find((listing) => paysDividend(listing) && listing.firstDay < 15_000) as Listing
  const today = dayOf(now)
  const adjusted: BarView = { isExtended: false, factorOf: dividendFactors(payer, today) }

  it('end with the price of today, and are lower the older they are', () => {
    const plain = read(payer, '1D', regular)
    const lower = read(payer, '1D', adjusted)
    assert.deepEqual(lower.at(-1), plain.at(-1))
    const ratios = plain.map(({ close }, at) => (lower[at]?.close ?? 0) / close)
    assert.ok((ratios[0] ?? 1) < (ratios[200] ?? 0) && (ratios[200] ?? 1) < 1, String(ratios[0]))
  })

  it('differ from one dividend to the next by its share of the price', () => {
    const { factorOf } = adjusted
    const exDay = nextExDay(payer, today) - cycleDays
    assert.equal(factorOf(exDay), 1)
    const share = dividendAmount(payer, exDay) / dailyClose(payer, exDay - 1)
    assert.ok(share > 0)
    for (const day of [exDay - 1, exDay - cycleDays]) assert.equal(factorOf(day), 1 - share)
    assert.ok(factorOf(exDay - cycleDays - 1) < 1 - share)
  })

  it('agree within a day: the last minutes have the close of the day', () => {
    const untilMs = Date.parse('2026-11-14T00:00:00Z')
    const daily = read(payer, '1D', adjusted, untilMs, 60)[0]
    const intraday = read(payer, '60', adjusted, untilMs, 2000)
    const dayText = daily?.start.slice(0, 10) ?? ''
    assert.equal(intraday.findLast(({ start }) => start.startsWith(dayText))?.close, daily?.close)
  })

  it('are as they were for a company without dividends', () => {
    const other = listings.all.find(
      (listing) => listing.type === 'stock' && !paysDividend(listing),
    ) as Listing
    const view = { isExtended: false, factorOf: dividendFactors(other, today) }
    assert.deepEqual(read(other, '1D', view), read(other, '1D', regular))
  })
})
