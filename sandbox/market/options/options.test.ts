import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

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
  'delta',
  'bid',
  'ask',
  'underlying_symbol',
]

async function chain(filter: readonly unknown[] = [], more: object = {}) {
  const { json } = await market.ask('scanner/options/scan2', {
    body: {
      columns,
      filter,
      index_filters: [{ name: 'underlying_symbol', values: ['NASDAQ:AAPL'] }],
      ...more,
    },
  })
  return json
}

describe('option chains', () => {
  it('hold a call and a put for every strike of every expiration', async () => {
    const all = await chain()
    assert.ok(new Set(all.symbols.map(({ f }: { f: number[] }) => f[2])).size >= 15)
    const one = await chain([{ left: 'expiration', operation: 'equal', right: 20_270_115 }])
    assert.ok(one.totalCount >= 40 && one.totalCount % 2 === 0)
    for (const { s, f } of one.symbols) {
      const strike = Number.isInteger(f[0]) ? `${f[0]}.0` : f[0]
      assert.equal(s, `OPRA:AAPL270115${f[1] === 'call' ? 'C' : 'P'}${strike}`)
      assert.equal(f[7], 'NASDAQ:AAPL')
    }
  })

  it('are priced around the price of their underlying', async () => {
    const { json } = await market.ask('scanner/global/scan', {
      body: { columns: ['close'], symbols: { tickers: ['NASDAQ:AAPL'] } },
    })
    const spot = json.data[0].d[0]
    const { symbols } = await chain([{ left: 'expiration', operation: 'equal', right: 20_270_115 }])
    for (const { f } of symbols) {
      const [strike, type, , price, delta, bid, ask] = f
      const intrinsic = Math.max(0, type === 'call' ? spot - strike : strike - spot)
      assert.ok(price >= intrinsic && bid <= price && ask >= price)
      assert.ok(type === 'call' ? delta > 0 && delta < 1 : delta < 0 && delta > -1)
    }
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

  it('have no symbols key when nothing matches, and need an underlying', async () => {
    const unknown = await chain([], {
      index_filters: [{ name: 'underlying_symbol', values: ['NO:SUCH', 'BINANCE:BTCUSDT'] }],
    })
    assert.deepEqual([unknown.totalCount, 'symbols' in unknown], [0, false])
    const { status, json } = await market.ask('scanner/options/scan2', { body: { columns: ['strike'] } })
    assert.equal(status, 400)
    assert.match(json.error, /required index "underlying_symbol" is missing from request/)
  })
})

describe('option charts', () => {
  it('have volatilities and totals for underlyings with options', async () => {
    const { json } = await market.ask('options-charting/v1/in-time-iv/NASDAQ%3AAAPL')
    for (const { value } of [...json['real-ivs'], ...json['standard-ivs']])
      assert.ok(value > 0.05 && value < 2)
    const totals = await market.ask('options-charting/v1/underlying-aggregates/NASDAQ%3AAAPL')
    assert.ok(totals.json['call-open-interest'] > totals.json['call-volume'])
    assert.equal((await market.ask('options-charting/v1/underlying-aggregates/NO%3ASUCH')).status, 404)
  })

  it('draw the payoff of a strategy, and refuse what is not one', async () => {
    const symbol = 'NASDAQ:AAPL'
    const ask = (body: unknown) => market.ask('options-charting/v1/strategies-chart', { body })
    const { json } = await ask({ symbol, legs: [{ type: 'call', strike: 300, quantity: 1 }] })
    const [{ plot }] = json.plots
    assert.deepEqual([plot.y.length, plot.y[0]], [json['x-axis'].x.length, 0])
    for (const body of [
      'nonsense',
      {},
      { symbol, legs: [] },
      { symbol, legs: [{ type: 'swap', strike: 1 }] },
    ]) {
      assert.equal((await ask(body)).status, 400, JSON.stringify(body))
    }
  })
})
