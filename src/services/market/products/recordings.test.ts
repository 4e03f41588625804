import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { skipReason } from '../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { isFailure } from '../../../core/errors.ts'
import { createParameterParser } from '../../../http/request/validation/validate.ts'
import { classifyProviderResponse } from '../gateway/classify-provider-response.ts'
import { type ContractId, getContract } from '../gateway/contracts.ts'
import { type ProductName, products } from './index.ts'
import type { Product, ProductResult } from './product.ts'

const productByName = Object.fromEntries(products.map((product) => [product.name, product])) as Record<
  ProductName,
  Product
>
const folder = recordingsDir('market')
const skip = skipReason('recordings', folder)
const nowMs = Date.parse('2026-04-21T12:00:00Z')

function recording(file: string): unknown {
  return JSON.parse(readFileSync(join(folder ?? '', `${file}.json`), 'utf8'))
}

/** Parameters in a query. */
type Written = Readonly<Record<string, string>>

function requestOf(product: Product, query: Written, params: Written = {}): unknown {
  const read = createParameterParser(product.query, 'query')
  return product.parseRequest({ query: read(query), params, body: undefined, nowMs } as never)
}

function bodyRequest(product: Product, body: unknown, params: Written = {}): unknown {
  return product.parseRequest({ query: {}, params, body, nowMs } as never)
}

function checkRows(product: Product, result: ProductResult): void {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const schema = 'rows' in product.response ? product.response.rows : product.response.data
  const check = ajv.compile(schema)
  for (const row of result.rows ?? [result.data]) {
    assert.ok(check(row), `${JSON.stringify(check.errors?.[0])} in ${JSON.stringify(row)}`)
  }
}

interface Replay {
  readonly file: string
  readonly route: ProductName
  readonly query?: Written
  readonly params?: Written
  readonly rows: number
  readonly total?: number
  /** Members of the first row. */
  readonly first?: Readonly<Record<string, unknown>>
}

const america = { market: 'america' }
const screenerColumns =
  'name,close,change,change_abs,volume,Recommend.All,market_cap_basic,price_earnings_ttm,earnings_per_share_basic_ttm'
const aapl = { symbol: 'NASDAQ:AAPL' }

const replays: readonly Replay[] = [
  {
    file: 'symbol.search',
    route: 'searchSymbols',
    query: { q: 'AAPL' },
    rows: 50,
    first: { symbol: 'NASDAQ:AAPL', type: 'stock' },
  },
  {
    file: 'symbol.search.highlighted',
    route: 'searchSymbols',
    query: { q: 'c', highlight: 'true' },
    rows: 1,
    total: 9951,
    first: {
      symbol: 'NYSE:C',
      ticker: 'C',
      highlight: { symbol: '<em>C</em>', description: 'Citigroup, Inc.' },
    },
  },
  {
    file: 'scanner.scan.america',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns },
    rows: 50,
  },
  {
    file: 'scanner.scan.filter-multiple',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns, limit: '10' },
    rows: 10,
  },
  {
    file: 'scanner.scan.tickers',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns },
    rows: 3,
  },
  {
    file: 'scanner.scan.symbolset-sp500',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns },
    rows: 10,
  },
  {
    file: 'scanner.scan.india',
    route: 'searchScreener',
    params: { market: 'india' },
    query: { columns: screenerColumns },
    rows: 10,
  },
  {
    file: 'scanner.scan.crypto',
    route: 'searchScreener',
    params: { market: 'crypto' },
    query: { columns: 'name,close,change,volume,market_cap_calc' },
    rows: 10,
  },
  {
    file: 'scanner.scan.forex',
    route: 'searchScreener',
    params: { market: 'forex' },
    query: { columns: 'name,close,change,change_abs' },
    rows: 10,
  },
  {
    file: 'scanner.scan.coin-preset',
    route: 'searchScreener',
    params: { market: 'coin' },
    query: { columns: 'base_currency_desc,base_currency_logoid,type,market_cap_calc,exchange,typespecs' },
    rows: 2,
  },
  {
    file: 'scanner.scan.global',
    route: 'searchGlobalScreener',
    query: { symbols: 'SP:SPX', columns: 'price_52_week_high' },
    rows: 1,
    first: { symbol: 'SP:SPX' },
  },
  {
    file: 'scanner.scan.options',
    route: 'getOptionChain',
    params: aapl,
    rows: 144,
    first: { underlying: 'NASDAQ:AAPL', expiration: '2027-01-15' },
  },
  {
    file: 'scanner.scan.options.by-strike',
    route: 'getOptionChain',
    params: aapl,
    rows: 50,
    first: { strike: 200 },
  },
  ...['america', 'bond', 'cfd', 'coin', 'crypto', 'economics2', 'forex', 'futures', 'options'].map(
    (market): Replay => ({
      file: `scanner.metainfo.${market}`,
      route: 'getScreenerMetadata',
      params: { market },
      rows: -1,
    }),
  ),
  { file: 'calendar.earnings', route: 'getEarnings', rows: 60, total: 99 },
  { file: 'calendar.dividends', route: 'getDividends', rows: 60, total: 124 },
  { file: 'calendar.economic', route: 'getEconomicCalendar', rows: 58, total: 58 },
  { file: 'calendar.economic.newsagency', route: 'getNewsAgencyCalendar', rows: 1 },
  { file: 'calendar.economic.newsagency.no-data', route: 'getNewsAgencyCalendar', rows: 0 },
  { file: 'news.headlines.v2', route: 'getHeadlines', rows: 1 },
  {
    file: 'news.headlines.v2.symbol-view.partial',
    route: 'getSymbolNews',
    params: { symbol: 'BINANCE:BTCUSDT' },
    rows: 25,
  },
  { file: 'news.flow.v2', route: 'getNewsFlow', query: { symbols: 'NASDAQ:AAPL' }, rows: 40 },
  { file: 'news.flow.v2.market-crypto', route: 'getNewsFlow', query: { market: 'crypto' }, rows: 12 },
  { file: 'news.flow.v2.no-pagination', route: 'getNewsFlow', rows: 2 },
  { file: 'news.flow.v1', route: 'getNewsFlow', query: { version: 'v1' }, rows: 2 },
  { file: 'ideas.list', route: 'listIdeas', rows: -1 },
  { file: 'ideas.list.hot', route: 'listIdeas', rows: -1 },
  {
    file: 'PineFacade.ListBuiltins',
    route: 'listPineBuiltins',
    rows: 2,
    first: { id: 'STD;24h%Volume', short_name: '24H Vol' },
  },
]

/** Recordings that are not responses of a product: errors, raw contracts, data files, sockets. */
const judged: readonly [file: string, contract: ContractId, status: number, code: string | undefined][] = [
  ['calendar.economic.bad-request', 'calendar.economic', 400, 'invalid_request'],
  ['news.flow.v2.error-unsorted', 'news.flow.v2', 400, 'invalid_request'],
  ['scanner.scan.error-unknown-field', 'scanner.scan', 400, 'invalid_request'],
  ['scanner.scan.error-unknown-field', 'scanner.scan', 200, 'invalid_request'],
  ['PineFacade.GetScript', 'PineFacade.GetScript', 200, undefined],
  ['PineFacade.IsAuthToGet', 'PineFacade.IsAuthToGet', 200, undefined],
  ['PineFacade.ParseTitle', 'PineFacade.ParseTitle', 200, undefined],
]

const elsewhere = [
  'scanner.markets',
  'scanner.default-queries',
  'related.pubscripts-library.editors-picks',
  'ws.series-switch.events',
]

describe('market recordings', { skip }, () => {
  for (const { file, route, query = {}, params = {}, rows, total, first } of replays) {
    it(`${file} becomes rows that match the schema`, () => {
      const product = productByName[route]
      const body = recording(file)
      const request = requestOf(product, query, params)
      const { contract } = product.toUpstreamRequest(request)
      assert.equal(
        classifyProviderResponse(contract, {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        undefined,
      )
      const result = product.toResult(body, request)
      if (rows >= 0) assert.equal(result.rows?.length, rows)
      else assert.ok((result.rows?.length ?? 0) > 0)
      if (total !== undefined) assert.equal(result.page?.total, total)
      checkRows(product, result)
      const [row = {}] = (result.rows ?? []) as Record<string, unknown>[]
      for (const [name, value] of Object.entries(first ?? {})) assert.deepEqual(row[name], value, name)
    })
  }

  for (const [file, id, status, code] of judged) {
    it(`${file} with status ${status} is ${code ?? 'valid'}`, () => {
      const body = JSON.stringify(recording(file))
      assert.equal(
        classifyProviderResponse(getContract(id), {
          status,
          headers: { 'content-type': 'application/json' },
          body,
        })?.code,
        code,
      )
    })
  }

  it('returns the title of a script', () => {
    const product = productByName.parsePineTitle
    const result = product.toResult(recording('PineFacade.ParseTitle'), requestOf(product, { source: 'x' }))
    assert.deepEqual(result.data, {
      ok: true,
      title: 'My Script Title',
      short_title: null,
      kind: null,
      reason: null,
    })
  })

  it('returns the cursor of the flow, and null on the last page', () => {
    const product = productByName.getNewsFlow
    const request = requestOf(product, {})
    assert.ok(product.toResult(recording('news.flow.v2'), request).nextKey)
    assert.equal(product.toResult(recording('news.flow.v2.no-pagination'), request).nextKey, null)
  })

  it('covers all files', () => {
    const covered = new Set([
      ...replays.map(({ file }) => file),
      ...judged.map(([file]) => file),
      ...elsewhere,
    ])
    const files = readdirSync(folder ?? '').filter(
      (name) => name.endsWith('.json') && !name.endsWith('.request.json'),
    )
    assert.deepEqual(
      files.map((name) => name.replace(/\.json$/, '')).filter((name) => !covered.has(name)),
      [],
    )
  })
})

interface Request {
  readonly file: string
  readonly route: ProductName
  readonly params?: Written
  /** The equivalent parameters. */
  readonly query: Written
  /** Members that must be equal; others are added on purpose. */
  readonly same: readonly string[]
}

const options =
  'ask,bid,currency,delta,expiration,gamma,iv,option-type,pricescale,rho,root,strike,theoPrice,theta,vega,bid_iv,ask_iv'
const week = { from: '2026-04-03', to: '2026-04-09' }
const scanned = ['columns', 'range'] as const

const requests: readonly Request[] = [
  {
    file: 'scanner.scan.america',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns, limit: '50' },
    same: scanned,
  },
  {
    file: 'scanner.scan.india',
    route: 'searchScreener',
    params: { market: 'india' },
    query: { columns: screenerColumns, limit: '10' },
    same: scanned,
  },
  {
    file: 'scanner.scan.crypto',
    route: 'searchScreener',
    params: { market: 'crypto' },
    query: {
      columns: 'name,close,change,volume,market_cap_calc',
      limit: '10',
      filter: 'volume>1e7',
      sort: 'market_cap_calc',
    },
    same: [...scanned, 'filter'],
  },
  {
    file: 'scanner.scan.filter-multiple',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns, limit: '10', filter: 'close>50,volume>500000' },
    same: [...scanned, 'filter'],
  },
  {
    file: 'scanner.scan.forex',
    route: 'searchScreener',
    params: { market: 'forex' },
    query: { columns: 'name,close,change,change_abs', limit: '10', filter: 'change>=0', sort: 'change' },
    same: [...scanned, 'filter'],
  },
  {
    file: 'scanner.scan.symbolset-sp500',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns, limit: '10', index: 'SP:SPX' },
    same: scanned,
  },
  {
    file: 'scanner.scan.tickers',
    route: 'searchScreener',
    params: america,
    query: { columns: screenerColumns, limit: '10', symbols: 'NASDAQ:AAPL,NYSE:JPM,NYSE:GS' },
    same: scanned,
  },
  {
    file: 'scanner.scan.coin-preset',
    route: 'searchScreener',
    params: { market: 'coin' },
    query: {
      columns: 'base_currency_desc,base_currency_logoid,type,market_cap_calc,exchange,typespecs',
      limit: '2',
      preset: 'coin_market_cap_rank',
    },
    same: [...scanned, 'preset', 'markets', 'options', 'ignore_unknown_fields'],
  },
  {
    file: 'scanner.scan.global',
    route: 'searchGlobalScreener',
    query: {
      symbols: 'SP:SPX',
      columns:
        'price_52_week_high,price_52_week_low,sector,country,Low.1M,High.1M,Perf.W,Perf.1M,Perf.3M,Perf.6M,Perf.Y,Perf.YTD,Recommend.All,average_volume_10d_calc',
      limit: '3',
    },
    same: scanned,
  },
  {
    file: 'scanner.scan.options',
    route: 'getOptionChain',
    params: aapl,
    query: { columns: options, expiration: '2027-01-15' },
    same: ['columns', 'filter', 'index_filters'],
  },
  {
    file: 'scanner.scan.options.by-strike',
    route: 'getOptionChain',
    params: aapl,
    query: { columns: options, strike: '200' },
    same: ['columns', 'filter', 'index_filters'],
  },
  {
    file: 'calendar.earnings',
    route: 'getEarnings',
    query: week,
    same: ['columns', 'filter', 'markets', 'options', 'ignore_unknown_fields'],
  },
  {
    file: 'calendar.dividends',
    route: 'getDividends',
    query: week,
    same: ['columns', 'filter', 'markets', 'options', 'ignore_unknown_fields'],
  },
]

describe('market requests as they were recorded', { skip }, () => {
  for (const { file, route, params = {}, query, same } of requests) {
    const product = productByName[route]

    it(`${file} equals the request built from parameters`, () => {
      const recorded = recording(`${file}.request`) as Record<string, unknown>
      const upstreamRequest = product.toUpstreamRequest(requestOf(product, query, params))
      const sent = JSON.parse(upstreamRequest.body?.text ?? '{}') as Record<string, unknown>
      for (const name of same) assert.deepEqual(sent[name], recorded[name], name)
      if (recorded.market_in_path !== undefined)
        assert.equal(upstreamRequest.path.market, recorded.market_in_path)
      const { sort, symbols } = recorded as { sort?: object; symbols?: object }
      assert.deepEqual(sent.sort, { ...(sent.sort as object), ...sort })
      assert.deepEqual(
        sent.symbols,
        symbols === undefined ? sent.symbols : { ...(sent.symbols as object), ...symbols },
      )
    })

    it(`${file} is accepted as a body`, () => {
      const { market_in_path: _, ...body } = recording(`${file}.request`) as Record<string, unknown>
      const upstreamRequest = product.toUpstreamRequest(bodyRequest(product, body, params))
      const sent = JSON.parse(upstreamRequest.body?.text ?? '{}') as Record<string, unknown>
      for (const [name, value] of Object.entries(body)) assert.deepEqual(sent[name], value, name)
    })
  }

  it('covers all files', () => {
    const files = readdirSync(folder ?? '').filter((name) => name.endsWith('.request.json'))
    const covered = new Set(requests.map(({ file }) => `${file}.request.json`))
    assert.deepEqual(
      files.filter((name) => !covered.has(name)),
      [],
    )
  })

  it('the provider’s default queries are valid bodies', () => {
    const queries = recording('scanner.default-queries') as { query: Record<string, unknown> }[]
    for (const { query } of queries) {
      const market = String((query.markets as string[] | undefined)?.[0] ?? 'america')
      try {
        productByName.searchScreener.parseRequest({
          query: {},
          params: { market },
          body: query,
          nowMs,
        } as never)
      } catch (thrown) {
        assert.ok(isFailure(thrown), String(thrown))
        assert.fail(`${thrown.message} ${JSON.stringify(thrown.details)}`)
      }
    }
  })
})
