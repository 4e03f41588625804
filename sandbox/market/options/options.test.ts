import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'
import { greeks, impliedVolatility, normalShare } from './black-scholes.ts'

describe('Black and Scholes', () => {
  const terms = { spot: 100, strike: 105, years: 0.5, volatility: 0.25, rate: 0.04 }

  it('gives the price of the textbook', () => {
    const { price } = greeks({ isCall: true, spot: 42, strike: 40, years: 0.5, volatility: 0.2, rate: 0.1 })
    assert.ok(Math.abs(price - 4.7594) < 1e-4, String(price))
  })

  it('keeps calls and puts in parity', () => {
    const call = greeks({ ...terms, isCall: true })
    const put = greeks({ ...terms, isCall: false })
    assert.ok(Math.abs(call.price - put.price - (100 - 105 * Math.exp(-0.02))) < 1e-9)
    assert.ok(Math.abs(call.delta - put.delta - 1) < 1e-12)
    assert.deepEqual([call.gamma, call.vega], [put.gamma, put.vega])
  })

  it('has greeks that are the slopes of the price', () => {
    for (const isCall of [true, false]) {
      const price = (changes: object) => greeks({ ...terms, isCall, ...changes }).price
      const { delta, gamma, theta, vega, rho } = greeks({ ...terms, isCall })
      assert.ok(Math.abs((price({ spot: 100.01 }) - price({ spot: 99.99 })) / 0.02 - delta) < 1e-6)
      assert.ok(
        Math.abs((price({ spot: 100.1 }) + price({ spot: 99.9 }) - 2 * price({})) / 0.01 - gamma) < 1e-5,
      )
      assert.ok(
        Math.abs((price({ volatility: 0.2501 }) - price({ volatility: 0.2499 })) / 0.02 - vega) < 1e-5,
      )
      assert.ok(Math.abs((price({ rate: 0.0401 }) - price({ rate: 0.0399 })) / 0.02 - rho) < 1e-5)
      assert.ok(Math.abs((price({ years: 0.4999 }) - price({ years: 0.5001 })) / 0.073 - theta) < 1e-4)
    }
  })

  it('finds the volatility back from the price', () => {
    const { price } = greeks({ ...terms, isCall: false })
    const { volatility, ...rest } = terms
    assert.ok(Math.abs(impliedVolatility(price, { ...rest, isCall: false }) - volatility) < 1e-9)
    assert.ok(Number.isNaN(impliedVolatility(0.0001, { ...rest, isCall: false, strike: 200 })))
  })

  it('knows the normal distribution', () => {
    assert.ok(Math.abs(normalShare(1.96) - 0.9750021048517795) < 1e-12)
    assert.deepEqual([normalShare(0), normalShare(-40), normalShare(40)], [0.5, 0, 1])
  })
})

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

const columns = [
  'strike',
  'option-type',
  'expiration',
  'theoPrice',
  'iv',
  'delta',
  'gamma',
  'bid',
  'ask',
  'bid_iv',
  'ask_iv',
  'root',
]
const underlying = { name: 'underlying_symbol', values: ['NASDAQ:AAPL'] }
const isOption = { left: 'type', operation: 'equal', right: 'option' }

async function chain(filter: readonly unknown[] = [], more: object = {}) {
  const { json } = await market.ask('scanner/options/scan2?label-product=options-builder', {
    body: { columns, filter: [isOption, ...filter], index_filters: [underlying], ...more },
  })
  return json
}

describe('option chains', () => {
  it('hold calls and puts by expiration, all of them without a range', async () => {
    const all = await chain()
    const dates = [...new Set(all.symbols.map(({ f }: { f: number[] }) => f[2]))] as number[]
    assert.ok(dates.length >= 15 && dates.includes(20_270_115), String(dates))
    assert.equal(all.symbols.length, all.totalCount)
    const one = await chain([{ left: 'expiration', operation: 'equal', right: 20_270_115 }])
    assert.ok(one.totalCount >= 40 && one.totalCount % 2 === 0)
    for (const { s, f } of one.symbols) {
      const strike = Number.isInteger(f[0]) ? `${f[0]}.0` : f[0]
      assert.equal(s, `OPRA:AAPL270115${f[1] === 'call' ? 'C' : 'P'}${strike}`)
    }
    assert.deepEqual(one.fields, columns)
    assert.equal(one.time, '2026-11-13T17:00:30Z')
  })

  it('have prices that the volatility explains, with a smile', async () => {
    const { json } = await market.ask('scanner/global/scan2', {
      body: { columns: ['close'], symbols: { tickers: ['NASDAQ:AAPL'] } },
    })
    const spot = json.symbols[0].f[0]
    const { symbols } = await chain([{ left: 'expiration', operation: 'equal', right: 20_270_115 }])
    const years =
      (Date.parse('2027-01-15T21:00:00Z') - Date.parse('2026-11-13T17:00:00Z')) / (365 * 86_400_000)
    const volatilities = new Map<number, number>()
    for (const { f } of symbols) {
      const [strike, type, , theory, volatility, delta, gamma, bid, ask, bidIv, askIv] = f
      const expected = greeks({ isCall: type === 'call', spot, strike, years, volatility, rate: 0.04 })
      assert.ok(Math.abs(expected.price - theory) < 1e-9)
      assert.ok(Math.abs(expected.delta - delta) < 1e-9 && Math.abs(expected.gamma - gamma) < 1e-9)
      assert.ok(bid <= theory && theory <= ask && bid >= 0)
      if (bidIv !== null && askIv !== null) assert.ok(bidIv <= volatility && volatility <= askIv)
      volatilities.set(strike, volatility)
    }
    const strikes = [...volatilities.keys()].sort((one, other) => one - other)
    const middle = strikes.reduce((best, strike) =>
      Math.abs(strike - spot) < Math.abs(best - spot) ? strike : best,
    )
    assert.ok((volatilities.get(strikes[0] ?? 0) ?? 0) > (volatilities.get(middle) ?? 0))
  })

  it('are filtered, sorted and cut like any scan', async () => {
    const result = await chain(
      [
        { left: 'option-type', operation: 'equal', right: 'put' },
        { left: 'strike', operation: 'in_range', right: [280, 320] },
      ],
      { sort: { sortBy: 'strike', sortOrder: 'asc' }, range: [0, 5] },
    )
    assert.equal(result.symbols.length, 5)
    assert.ok(result.totalCount > 5)
    for (const { f } of result.symbols) assert.ok(f[1] === 'put' && f[0] >= 280 && f[0] <= 320)
  })

  it('have no symbols key when nothing fits', async () => {
    const nothing = await chain([{ left: 'strike', operation: 'equal', right: 1 }])
    assert.deepEqual([nothing.totalCount, 'symbols' in nothing], [0, false])
    const unknown = await chain([], {
      index_filters: [{ name: 'underlying_symbol', values: ['NO:SUCH', 'BINANCE:BTCUSDT'] }],
    })
    assert.deepEqual([unknown.totalCount, 'symbols' in unknown], [0, false])
  })

  it('want an underlying', async () => {
    const { status, json } = await market.ask('scanner/options/scan2', { body: { columns: ['strike'] } })
    assert.equal(status, 400)
    assert.match(json.error, /required index "underlying_symbol" is missing from request/)
    assert.equal((await market.ask('scanner/options/scan', { body: {} })).status, 400)
  })

  it('come for many underlyings in one piece or many', async () => {
    const { json } = await market.ask('scanner/america/scan', {
      body: { columns: [], symbols: { symbolset: ['SYML:DJ;DJI'] } },
    })
    const values = json.data.map(({ s }: { s: string }) => s)
    const { json: result } = await market.ask('scanner/options/scan2', {
      body: { columns: ['strike'], index_filters: [{ name: 'underlying_symbol', values }] },
    })
    assert.ok(result.totalCount > 6_000)
    assert.equal(result.symbols.length, result.totalCount)
  })
})

describe('option charts', () => {
  it('tell volatility by span', async () => {
    const { json, headers } = await market.ask('options-charting/v1/in-time-iv/NASDAQ%3AAAPL')
    assert.equal(headers['x-sandbox-made-up'], 'true')
    for (const { span, value } of [...json['real-ivs'], ...json['standard-ivs']]) {
      assert.ok(['d', 'w', 'm', 'y'].includes(span.unit) && span.value > 0 && value > 0.05 && value < 2)
    }
  })

  it('add up a chain', async () => {
    const { json } = await market.ask('options-charting/v1/underlying-aggregates/NASDAQ%3AAAPL')
    assert.ok(json['call-open-interest'] > json['call-volume'] && json['put-call-ratio'] > 0)
    assert.equal((await market.ask('options-charting/v1/underlying-aggregates/NO%3ASUCH')).status, 404)
  })

  it('draw a strategy: what is lost and won is bounded by its legs', async () => {
    const { json } = await market.ask('options-charting/v1/strategies-chart', {
      body: {
        symbol: 'NASDAQ:AAPL',
        legs: [
          { type: 'call', strike: 300, expiration: 20_270_115, quantity: 1 },
          { symbol: 'OPRA:AAPL270115C320.0', side: 'sell', quantity: 1 },
        ],
      },
    })
    const [atEnd, now] = json.plots
    assert.equal(atEnd.plot.y.length, json['x-axis'].x.length)
    const won = Math.max(...atEnd.plot.y)
    const lost = Math.min(...atEnd.plot.y)
    assert.ok(lost < 0 && won > 0 && Math.abs(won - lost - 20) < 1e-3, `${won} ${lost}`)
    assert.ok(Math.max(...now.plot.y) <= won + 1e-9)
  })

  it('refuse strategies that are none', async () => {
    for (const body of [
      'nonsense',
      {},
      { symbol: 'NASDAQ:AAPL' },
      { symbol: 'NASDAQ:AAPL', legs: [] },
      { symbol: 'NASDAQ:AAPL', legs: [{ type: 'call', strike: null, expiration: 20_270_115 }] },
      { symbol: 'NASDAQ:AAPL', legs: [{ type: 'swap', strike: 1, expiration: 20_270_115 }] },
      { symbol: 'NASDAQ:AAPL', strategies: [{}] },
    ]) {
      const { status } = await market.ask('options-charting/v1/strategies-chart', { body })
      assert.equal(status, 400, JSON.stringify(body))
    }
    assert.equal((await market.ask('options-charting/v1/strategies-chart')).status, 404)
  })
})
