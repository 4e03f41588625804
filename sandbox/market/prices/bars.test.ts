import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { createWorld } from '../../world.ts'
import type { Listing } from '../listings/listing.ts'
import { buildListings } from '../listings/listings.ts'
import { BarBuffer } from './bar-buffer.ts'
import { barsUntil, daysUntil } from './bars.ts'
import { parseResolution, type Resolution } from './resolution.ts'

const now = Date.parse('2026-11-13T17:07:42Z')
const listings = buildListings(createWorld({ seed: 'spring', clock: new FakeClock(now) }))

/** One listing for each kind of session: one session, a break, overnight, always, Sunday to Thursday. */
const symbols = [
  'NASDAQ:AAPL',
  'TSE:7203',
  'CME_MINI:ES1!',
  'FX_IDC:EURUSD',
  'BINANCE:BTCUSDT',
  'TADAWUL:2222',
]

function listing(symbol: string): Listing {
  const found = listings.find(symbol)
  assert.ok(found, symbol)
  return found
}

function resolution(text: string): Resolution {
  const found = parseResolution(text)
  assert.ok(found !== undefined && found !== 'custom', text)
  return found
}

interface Bar {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

function toBars(buffer: BarBuffer): Bar[] {
  return Array.from({ length: buffer.length }, (_, at) => ({
    time: buffer.time[at] ?? Number.NaN,
    open: buffer.open[at] ?? Number.NaN,
    high: buffer.high[at] ?? Number.NaN,
    low: buffer.low[at] ?? Number.NaN,
    close: buffer.close[at] ?? Number.NaN,
    volume: buffer.volume[at] ?? Number.NaN,
  }))
}

function read(symbol: string, text: string, count: number, untilMs = now): Bar[] {
  return toBars(barsUntil(listing(symbol), resolution(text), untilMs, count).bars)
}

/** The bars of a span as one bar. */
function together(bars: readonly Bar[]): Omit<Bar, 'time'> {
  return {
    open: bars[0]?.open ?? Number.NaN,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)?.close ?? Number.NaN,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
  }
}

function assertSame(actual: Omit<Bar, 'time'>, expected: Omit<Bar, 'time'>, name: string): void {
  for (const field of ['open', 'high', 'low', 'close'] as const) {
    assert.equal(actual[field], expected[field], `${field} of ${name}`)
  }
  const off = Math.abs(actual.volume - expected.volume)
  assert.ok(
    off <= expected.volume * 1e-9 + 1e-3,
    `volume of ${name}: ${actual.volume} and ${expected.volume}`,
  )
}

describe('bars', () => {
  for (const symbol of symbols) {
    for (const [short, long, count] of [
      ['1S', '1', 600],
      ['1', '5', 600],
      ['5', '15', 600],
      ['15', '60', 400],
      ['60', '240', 200],
      ['60', '1D', 200],
      ['1D', '1W', 120],
      ['1D', '1M', 300],
    ] as const) {
      it(`of ${short} add up to those of ${long} for ${symbol}`, () => {
        const parts = read(symbol, short, count)
        const longBars = read(symbol, long, 60)
        const firstComplete = longBars.findIndex(({ time }) => time >= (parts[0]?.time ?? 0))
        const checked = longBars.slice(Math.max(firstComplete, 0))
        assert.ok(checked.length >= 2, `${checked.length} to check`)
        for (const [at, whole] of checked.entries()) {
          const end = checked[at + 1]?.time ?? Number.POSITIVE_INFINITY
          const within = parts.filter(({ time }) => time >= whole.time && time < end)
          assert.ok(within.length > 0, `${long} of ${new Date(whole.time).toISOString()} has parts`)
          assertSame(together(within), whole, `${symbol} ${long} ${new Date(whole.time).toISOString()}`)
        }
      })
    }

    it(`are ordered, contain their open and close, and are on the price grid for ${symbol}`, () => {
      const { pricescale, minmov } = listing(symbol)
      for (const text of ['1', '60', '1D']) {
        const bars = read(symbol, text, 300)
        assert.equal(bars.length, 300)
        for (const [at, bar] of bars.entries()) {
          assert.ok(at === 0 || bar.time > (bars[at - 1]?.time ?? 0))
          assert.ok(bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close))
          assert.ok(bar.low > 0 && bar.volume >= 0)
          const ticks = (bar.close * pricescale) / minmov
          assert.ok(Math.abs(ticks - Math.round(ticks)) < 1e-6, `${bar.close} on the grid of ${symbol}`)
        }
      }
    })
  }

  it('do not depend on the time of the request, except for the last one', () => {
    const before = read('NASDAQ:AAPL', '5', 50, now)
    const after = read('NASDAQ:AAPL', '5', 50, now + 17_000)
    assert.deepEqual(before.slice(0, -1), after.slice(0, -1))
    assert.notDeepEqual(before.at(-1), after.at(-1))
  })

  it('depend on the seed', () => {
    const other = buildListings(createWorld({ seed: 'autumn', clock: new FakeClock(now) }))
    const apple = other.find('NASDAQ:AAPL')
    assert.ok(apple)
    const [mine] = read('NASDAQ:AAPL', '1D', 1)
    const [theirs] = toBars(barsUntil(apple, resolution('1D'), now, 1).bars)
    assert.notEqual(mine?.close, theirs?.close)
  })

  it('before a moment are adjacent to those after it', () => {
    for (const text of ['5', '1D', '1W']) {
      const all = read('NASDAQ:AAPL', text, 60)
      const [first] = all.slice(-20)
      const older = read('NASDAQ:AAPL', text, 40, first?.time ?? 0)
      assert.deepEqual([...older, ...all.slice(-20)], all, text)
    }
  })

  it('report the beginning of the history', () => {
    const young = listings.all.find(
      ({ firstDay, type }) => type === 'stock' && firstDay > 20_000 && firstDay < 20_600,
    )
    assert.ok(young)
    const { bars, reachesStart } = barsUntil(young, resolution('1D'), now, 5_000)
    assert.ok(reachesStart && bars.length > 10 && bars.length < 5_000)
    assert.equal(barsUntil(young, resolution('1D'), now, 5).reachesStart, false)
  })

  it('do not exist for a listing that was never traded', () => {
    const { bars, reachesStart } = barsUntil(listing('NYSE:EVTD'), resolution('1D'), now, 10)
    assert.deepEqual([bars.length, reachesStart], [0, true])
    assert.equal(barsUntil(listing('NYSE:EVTD'), resolution('5'), now, 10).bars.length, 0)
  })

  it('move together for listings of the same asset', () => {
    const pairs: readonly [string, string, number][] = [
      ['BINANCE:BTCUSDT', 'COINBASE:BTCUSD', 1],
      ['AMEX:SPY', 'SP:SPX', 10],
    ]
    for (const [one, other, ratio] of pairs) {
      const mine = read(one, '1D', 1)[0]?.close ?? 0
      const theirs = read(other, '1D', 1)[0]?.close ?? 0
      assert.ok(Math.abs((mine * ratio) / theirs - 1) < 0.03, `${one} ${mine}, ${other} ${theirs}`)
    }
  })

  it('agree across currency pairs at every close', () => {
    const until = Date.parse('2026-11-13T23:00:00Z')
    const close = (symbol: string) => read(symbol, '1D', 1, until)[0]?.close ?? 0
    const cross = close('FX_IDC:EURUSD') * close('FX_IDC:USDJPY')
    assert.ok(Math.abs(cross / close('FX_IDC:EURJPY') - 1) < 1e-4, `${cross} ${close('FX_IDC:EURJPY')}`)
  })

  it('have gaps at weekends and on holidays', () => {
    const days = daysUntil(
      listing('NASDAQ:AAPL'),
      20_440,
      Date.parse('2026-01-06T00:00:00Z'),
      new BarBuffer(64),
    )
    const dates = Array.from({ length: days.length }, (_, at) =>
      new Date((days.time[at] ?? 0) * 86_400_000).toISOString().slice(0, 10),
    )
    assert.ok(dates.includes('2026-01-02') && dates.includes('2025-12-31'))
    for (const date of ['2025-12-25', '2026-01-01', '2026-01-03', '2026-01-04'])
      assert.ok(!dates.includes(date), date)
  })
})
