import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { skipReason } from '../../../test/support/backends.ts'
import { recordingsDir } from '../../../test/support/recordings.ts'
import { openTestMarket, type TestMarket } from '../../../test/support/sandbox/market-sandbox.ts'

let market: TestMarket
before(async () => {
  market = await openTestMarket()
})
after(() => market[Symbol.asyncDispose]())

const folder = recordingsDir('market')

describe('scanner', () => {
  it('returns cells in the order of the columns', async () => {
    const { status, json } = await market.ask('scanner/america/scan', {
      body: {
        columns: ['name', 'close', 'typespecs', 'is_primary', 'ticker-view', 'nav', 'total_revenue_fy_h'],
        symbols: { tickers: ['NASDAQ:AAPL', 'LSE:VOD'] },
      },
    })
    assert.equal(status, 200)
    assert.deepEqual([json.totalCount, Object.keys(json)], [1, ['totalCount', 'data']])
    const [{ s, d }] = json.data
    assert.equal(s, 'NASDAQ:AAPL')
    assert.deepEqual(
      [d[0], typeof d[1], d[2], d[3], d[4].exchange, d[5], d[6].length],
      ['AAPL', 'number', ['common'], true, 'NASDAQ', null, 20],
    )
  })

  it('resolves tickers of several markets only in a global scan', async () => {
    const body = {
      columns: ['market'],
      symbols: { tickers: ['NASDAQ:AAPL', 'LSE:VOD', 'BINANCE:BTCUSDT', 'NO:SUCH'] },
    }
    const everywhere = await market.ask('scanner/global/scan', { body })
    assert.deepEqual(everywhere.json.data.map(({ d }: { d: string[] }) => d[0]).sort(), [
      'america',
      'crypto',
      'uk',
    ])
    assert.equal((await market.ask('scanner/crypto/scan', { body })).json.totalCount, 1)
  })

  it('counts all rows of all markets', async () => {
    const { json } = await market.ask('scanner/global/scan', { body: { columns: [], range: [0, 1] } })
    assert.ok(json.totalCount > 3_000)
    assert.deepEqual(json.data[0].d, [])
    const few = await market.ask('scanner/global/scan', {
      body: { markets: ['uk', 'japan'], columns: ['market'] },
    })
    assert.deepEqual([...new Set(few.json.data.map(({ d }: { d: string[] }) => d[0]))].sort(), [
      'japan',
      'uk',
    ])
  })

  it('accepts any content type', async () => {
    for (const type of [
      'application/json',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
    ]) {
      const { status } = await market.ask('scanner/uk/scan', {
        body: '{"columns":["name"]}',
        headers: { 'content-type': type },
      })
      assert.equal(status, 200)
    }
  })

  it('accepts JSON that is encoded as a form, but no fields of a form', async () => {
    const encoded = await market.ask('scanner/uk/scan', {
      form: { '{"columns":["name"],"range":[0,3]}': '' },
    })
    assert.deepEqual([encoded.status, encoded.json.data?.length], [200, 3])
    const fields = await market.ask('scanner/uk/scan', { form: { 'columns[]': 'name' } })
    assert.equal(fields.status, 400)
  })

  it('reports errors in the format of the provider', async () => {
    const unknown = await market.ask('scanner/futures/scan', { body: { columns: ['close', 'bid'] } })
    assert.deepEqual(
      [unknown.status, unknown.json],
      [400, { totalCount: 0, error: 'Unknown field "bid"', data: null }],
    )
    const lie = await market.ask('scanner/futures/scan', { body: { columns: [], sort: { sortBy: 'bid' } } })
    assert.deepEqual([lie.status, lie.json], [200, { totalCount: 0, error: 'Unknown field "bid"' }])
    assert.equal((await market.ask('scanner/atlantis/scan', { body: {} })).status, 404)
    assert.equal((await market.ask('scanner/america/scan', { body: 'nonsense' })).status, 400)
    const preset = await market.ask('scanner/america/scan', { body: { preset: 'nope' } })
    assert.equal(preset.json.error, 'preset not found: nope')
    assert.equal((await market.ask('scanner/global/scan', { body: { markets: ['atlantis'] } })).status, 400)
  })

  it('selects by type, exchange, index and symbol set', async () => {
    const count = async (symbols: unknown) =>
      (await market.ask('scanner/america/scan', { body: { columns: [], symbols, range: [0, 1] } })).json
        .totalCount
    assert.equal(await count({ symbolset: ['SYML:SP;SPX'] }), 503)
    assert.equal(await count({ groups: [{ type: 'index', values: ['DJ:DJI'] }] }), 30)
    assert.equal(await count({ symbolset: ['SYML:NO;SUCH'] }), 0)
    const funds = await count({ query: { types: ['fund'] } })
    const all = await count({ query: { types: [] } })
    assert.ok(funds > 100 && funds < all)
    assert.ok((await count({ query: { types: ['fund'], exchanges: ['NASDAQ'] } })) < funds)
  })

  it('applies and repeats a preset', async () => {
    const { json } = await market.ask('scanner/coin/scan', {
      body: {
        columns: ['crypto_total_rank'],
        preset: 'coin_market_cap_rank',
        range: [0, 3],
        markets: ['coin'],
      },
    })
    assert.deepEqual(
      json.data.map(({ d }: { d: number[] }) => d[0]),
      [1, 2, 3],
    )
    assert.deepEqual(json.params.coin.sort, {
      sortBy: 'crypto_total_rank',
      sortOrder: 'asc',
      nullsFirst: false,
    })
  })

  it('converts fundamental prices and nothing else', async () => {
    const ask = async (conversion?: unknown) => {
      const { json } = await market.ask('scanner/japan/scan', {
        body: {
          columns: ['market_cap_basic', 'close', 'price_earnings_ttm'],
          symbols: { tickers: ['TSE:7203'] },
          ...(conversion === undefined ? {} : { price_conversion: conversion }),
        },
      })
      return json.data[0].d
    }
    const [yen, price, multiple] = await ask()
    const [dollars, samePrice, sameMultiple] = await ask({ to_currency: 'usd' })
    assert.ok(Math.abs(dollars / (yen * 0.0068) - 1) < 1e-9)
    assert.deepEqual([samePrice, sameMultiple], [price, multiple])
    assert.equal((await ask({ to_symbol: false }))[0], yen)
  })

  it('has earnings that stay the same from tick to tick, and follow the price in one figure', async () => {
    const columns = [
      'earnings_per_share_basic_ttm',
      'earnings_per_share_fq',
      'total_revenue',
      'dps_common_stock_prim_issue_fy',
    ]
    const ask = async () => {
      const { json } = await market.ask('scanner/america/scan', {
        body: { columns: ['close', 'price_earnings_ttm', ...columns], symbols: { tickers: ['NASDAQ:AAPL'] } },
      })
      const [close, multiple, ...figures] = json.data[0].d as number[]
      assert.equal(multiple, Math.round((100 * (close ?? 0)) / (figures[0] ?? 0)) / 100)
      return { close, figures }
    }
    const before = await ask()
    market.clock.advance(120_000)
    const after = await ask()
    assert.notEqual(after.close, before.close)
    assert.deepEqual(after.figures, before.figures)
  })

  it('finds earnings and dividends by either of two columns', async () => {
    const from = Date.parse('2026-11-09') / 1000
    const to = Date.parse('2026-11-22') / 1000
    for (const [recent, next] of [
      ['earnings_release_date', 'earnings_release_next_date'],
      ['dividend_ex_date_recent', 'dividend_ex_date_upcoming'],
    ]) {
      const { json } = await market.ask('scanner/global/scan', {
        body: {
          columns: [recent, next, 'market'],
          filter: [{ left: `${recent},${next}`, operation: 'in_range', right: [from, to] }],
          markets: ['america'],
        },
      })
      assert.ok(json.totalCount > 10, `${json.totalCount} with ${recent}`)
      for (const { d } of json.data) {
        assert.ok([d[0], d[1]].some((time) => time !== null && time >= from && time <= to))
        assert.equal(d[2], 'america')
      }
      const past = json.data.some(({ d }: { d: number[] }) => (d[0] ?? 0) >= from)
      const future = json.data.some(({ d }: { d: number[] }) => (d[1] ?? 0) >= from && (d[1] ?? 0) <= to)
      assert.ok(past && future, `both ${recent} and ${next} occur`)
    }
  })

  it('lists the columns of a market with their possible values', async () => {
    const { json } = await market.ask('scanner/uk/metainfo')
    const fields = new Map(json.fields.map((field: { n: string }) => [field.n, field])) as Map<
      string,
      { t: string; r: unknown }
    >
    const valuesOf = (name: string) => (fields.get(name)?.r ?? []) as unknown[]
    assert.deepEqual(fields.get('close'), { n: 'close', t: 'price', r: null })
    assert.deepEqual(fields.get('exchange')?.r, ['AQUIS', 'LSE'])
    assert.ok(valuesOf('sector').includes('Finance'))
    assert.ok(fields.has('RSI|60') && fields.has('RSI[1]|60') && !fields.has('Value.Traded'))
    assert.deepEqual(valuesOf('index')[0], { id: 'SP:SPX', name: 'S&P 500' })
    assert.equal((await market.ask('scanner/atlantis/metainfo')).status, 404)
  })

  it('has unlisted columns, and null for the explicit daily timeframe', async () => {
    const { json } = await market.ask('scanner/america/scan', {
      body: {
        columns: [
          'Value.Traded',
          'isin',
          'AnalystRating',
          'TechRating_1D',
          'sector.tr',
          'close|1D',
          'close|60',
          'fractional',
        ],
        symbols: { tickers: ['NASDAQ:AAPL'] },
      },
    })
    const [traded, isin, analysts, tech, sector, daily, hourly, fractional] = json.data[0].d
    assert.ok(traded > 0 && /^US\d{10}$/.test(isin) && hourly > 0)
    assert.ok(/Buy|Sell|Neutral/.test(analysts) && /Buy|Sell|Neutral/.test(tech))
    assert.deepEqual([sector, daily, fractional], ['Electronic Technology', null, 'false'])
  })

  it('answers every recorded request', { skip: skipReason('recordings', folder) }, async () => {
    for (const file of readdirSync(folder ?? '').filter((name) => name.endsWith('.request.json'))) {
      const { market_in_path: path, ...body } = JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'))
      const isOptions = file.includes('options')
      const place = path ?? (isOptions ? 'options' : (body.markets?.[0] ?? 'global'))
      const { status, json } = await market.ask(`scanner/${place}/${isOptions ? 'scan2' : 'scan'}`, { body })
      assert.equal(status, 200, file)
      assert.equal(json.error, undefined, file)
      const rows = json.data ?? json.symbols ?? []
      for (const row of rows) assert.equal((row.d ?? row.f).length, body.columns.length, file)
    }
  })

  it('answers the default queries of the real site', {
    skip: skipReason('recordings', folder),
  }, async () => {
    for (const { name, query } of JSON.parse(
      readFileSync(join(folder ?? '', 'scanner.default-queries.json'), 'utf8'),
    )) {
      const { status, json } = await market.ask(`scanner/${query.markets[0]}/scan`, { body: query })
      assert.deepEqual([status, json.error], [200, undefined], name)
      assert.ok(json.totalCount > 0, name)
    }
  })
})

describe('scanner over time', () => {
  it('changes every minute', async () => {
    await using own = await openTestMarket()
    const ask = () =>
      own.ask('scanner/crypto/scan', {
        body: { columns: ['close', 'volume'], symbols: { tickers: ['BINANCE:BTCUSDT'] } },
      })
    const first = await ask()
    own.clock.advance(20_000)
    assert.equal((await ask()).text, first.text)
    own.clock.advance(40_000)
    assert.notEqual((await ask()).text, first.text)
  })

  it('delays the prices of some exchanges', async () => {
    await using own = await openTestMarket()
    const body = { columns: ['update_mode', 'update_time'], symbols: { tickers: ['NASDAQ:AAPL', 'LSE:VOD'] } }
    const { json } = await own.ask('scanner/global/scan', {
      body: { ...body, sort: { sortBy: 'exchange', sortOrder: 'desc' } },
    })
    const minute = Math.floor(own.clock.now() / 60_000) * 60
    assert.deepEqual(json.data[0].d, ['streaming', minute])
    assert.equal(json.data[1].d[0], 'delayed_streaming_900')
    assert.ok(json.data[1].d[1] <= minute - 900)
  })
})
