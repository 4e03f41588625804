import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../src/core/clock.ts'
import { dayOf, weekday } from '../../calendar.ts'
import { createWorld } from '../../world.ts'
import { reportsEarnings } from '../listings/listing.ts'
import { Market } from '../market.ts'
import { cellOf } from '../scanner/column.ts'
import { dividendFrequency, recentDividend, upcomingDividend } from './dividends.ts'
import { lastReported, quarterEnd, quarterOf, releaseDay, releaseMs } from './quarters.ts'

const now = Date.parse('2026-11-13T17:00:00Z')
const market = new Market(createWorld({ seed: 'spring', clock: new FakeClock(now) }))
const companies = market.listings.all.filter((listing) => reportsEarnings(listing) && listing.units > 0)

// biome-ignore lint/suspicious/noExplicitAny: cells are of many kinds
function cell(symbol: string, name: string): any {
  const listing = market.listings.find(symbol)
  const column = market.table().column(name)
  assert.ok(listing && column, `${symbol} ${name}`)
  return cellOf(column, listing.row)
}

function near(actual: number, expected: number, tolerance = 1e-3): void {
  assert.ok(
    Math.abs(actual - expected) <= Math.abs(expected) * tolerance,
    `${actual} is not near ${expected}`,
  )
}

describe('fundamentals', () => {
  it('weigh the price by the shares and the earnings', () => {
    for (const symbol of ['NASDAQ:AAPL', 'XETR:SAP', 'TSE:7203']) {
      near(cell(symbol, 'market_cap_basic'), cell(symbol, 'close') * cell(symbol, 'total_shares_outstanding'))
      near(
        cell(symbol, 'price_earnings_ttm'),
        cell(symbol, 'close') / cell(symbol, 'earnings_per_share_basic_ttm'),
      )
    }
  })

  it('reckon in pounds where prices are in pence', () => {
    near(
      cell('LSE:VOD', 'market_cap_basic'),
      (cell('LSE:VOD', 'close') / 100) * cell('LSE:VOD', 'total_shares_outstanding'),
    )
    assert.equal(cell('LSE:VOD', 'fundamental_currency_code'), 'GBP')
    assert.equal(cell('LSE:VOD', 'currency'), 'GBX')
  })

  it('add up over the year', () => {
    for (const item of ['total_revenue', 'net_income', 'free_cash_flow']) {
      const quarters: number[] = cell('NYSE:JPM', `${item}_fq_h`)
      assert.equal(quarters.length, 32)
      near(cell('NYSE:JPM', `${item}_fq`), quarters[0] ?? 0)
      near(
        cell('NYSE:JPM', `${item}_ttm`),
        quarters.slice(0, 4).reduce((sum, value) => sum + value, 0),
      )
    }
    assert.equal(cell('NYSE:JPM', 'total_revenue_fy_h').length, 20)
  })

  it('agree on margins, growth and shares', () => {
    near(
      cell('NASDAQ:MSFT', 'net_margin_ttm'),
      (100 * cell('NASDAQ:MSFT', 'net_income_ttm')) / cell('NASDAQ:MSFT', 'total_revenue_ttm'),
    )
    const [now1 = 0, , , , before = 0]: number[] = cell('NASDAQ:MSFT', 'total_revenue_fq_h')
    near(cell('NASDAQ:MSFT', 'total_revenue_yoy_growth_fq'), (100 * (now1 - before)) / before, 0.01)
    near(
      cell('NASDAQ:MSFT', 'total_debt_per_share_fq') * cell('NASDAQ:MSFT', 'total_shares_outstanding'),
      cell('NASDAQ:MSFT', 'total_debt_fq'),
    )
    near(
      cell('NASDAQ:MSFT', 'debt_to_equity_fq'),
      cell('NASDAQ:MSFT', 'total_debt_fq') / cell('NASDAQ:MSFT', 'shrhldrs_equity_fq'),
    )
  })

  it('tell a surprise as what came less what was expected', () => {
    let checked = 0
    for (const { symbol } of companies.slice(0, 60)) {
      const forecast = cell(symbol, 'earnings_per_share_forecast_fq')
      if (forecast === null) {
        assert.equal(cell(symbol, 'eps_surprise_fq'), null)
        continue
      }
      assert.ok(
        Math.abs(cell(symbol, 'earnings_per_share_fq') - forecast - cell(symbol, 'eps_surprise_fq')) < 1e-3,
      )
      checked++
    }
    assert.ok(checked > 40 && checked < 60, `${checked} of 60 were forecast`)
  })

  it('are empty for what reports nothing, and of a loss there is no multiple', () => {
    for (const symbol of ['AMEX:SPY', 'BINANCE:BTCUSDT', 'FX_IDC:EURUSD', 'NYSE:EVTD']) {
      assert.equal(cell(symbol, 'net_income_ttm'), null, symbol)
      assert.equal(cell(symbol, 'market_cap_basic'), null, symbol)
    }
    const losing = companies.find(({ symbol }) => cell(symbol, 'net_income_ttm') < 0)
    assert.ok(losing)
    assert.equal(cell(losing.symbol, 'price_earnings_ttm'), null)
  })
})

describe('quarters', () => {
  it('are told after they end, never on a weekend, and the last told one is the last', () => {
    for (const listing of companies.slice(0, 200)) {
      const quarter = lastReported(listing, now)
      assert.ok(releaseMs(listing, quarter) <= now && releaseMs(listing, quarter + 1) > now)
      assert.ok(releaseDay(listing, quarter) > quarterEnd(quarter))
      assert.ok(weekday(releaseDay(listing, quarter)) <= 5)
    }
    assert.equal(quarterOf(Date.parse('2026-11-13')), 227)
    assert.equal(quarterEnd(227), dayOf(Date.parse('2026-12-31')))
  })
})

describe('dividends', () => {
  it('are recent or upcoming, and paid after the ex-date', () => {
    const today = dayOf(now)
    const paying = companies.filter((listing) => dividendFrequency(listing) > 0)
    assert.ok(paying.length > companies.length / 4 && paying.length < companies.length)
    let upcoming = 0
    for (const listing of paying) {
      const recent = recentDividend(listing, now)
      const next = upcomingDividend(listing, now)
      if (recent !== undefined)
        assert.ok(recent.exDay <= today && recent.paymentDay > recent.exDay && recent.amount > 0)
      if (next === undefined) continue
      upcoming++
      assert.ok(next.exDay > today)
    }
    assert.ok(upcoming > 0 && upcoming < paying.length)
  })
})
