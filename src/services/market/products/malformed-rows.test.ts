import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { products } from './index.ts'
import type { ProductResult } from './product.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const idea = { id: 1, name: 'An idea' }
const news = { id: 'a', title: 'A headline', published: 1 }
const event = { id: '1', title: 'An event', date: '2026-11-15T12:00:00Z' }
const cells = ['NASDAQ:AAPL', []]

/** For each list: the response with these rows, a good row, and rows that are no such thing. */
interface List {
  readonly product: string
  readonly query: object
  readonly params?: object
  readonly respond: (rows: readonly unknown[]) => unknown
  readonly good: unknown
  readonly bad: readonly unknown[]
}

const noObjects = [null, 7, 'x', []]

const lists: readonly List[] = [
  {
    product: 'searchSymbols',
    query: { q: 'x', limit: 50, offset: 0, highlight: false, has_options: false, lang: 'en' },
    respond: (symbols) => ({ symbols, symbols_remaining: 0 }),
    good: { symbol: 'AAPL', type: 'stock', description: 'Apple', exchange: 'NASDAQ' },
    bad: [...noObjects, { type: 'stock' }, { symbol: {} }],
  },
  ...['getHeadlines', 'getLatestHeadlines', 'getNewsFlow'].map((product) => ({
    product,
    query: { category: 'base', limit: 50, lang: 'en', version: 'v2' },
    respond: (items: readonly unknown[]) => ({ items }),
    good: news,
    bad: [...noObjects, { id: 'a' }, { title: 'x' }, { id: {}, title: 'x' }],
  })),
  {
    product: 'getSymbolNews',
    query: { section: 'all', limit: 50, lang: 'en' },
    params: { symbol: 'NASDAQ:AAPL' },
    respond: (items) => ({ sections: [{ items }] }),
    good: news,
    bad: [...noObjects, { id: 'a' }],
  },
  ...['getEconomicCalendar', 'getNewsAgencyCalendar'].map((product) => ({
    product,
    query: { min_importance: -1, limit: 200, offset: 0 },
    respond: (result: readonly unknown[]) => ({ status: 'ok', result }),
    good: event,
    bad: [...noObjects, { id: '1' }, { title: 3 }],
  })),
  ...['getEarnings', 'getDividends'].map((product) => ({
    product,
    query: { markets: 'america', sort: 'name', order: 'asc', limit: 100, offset: 0, lang: 'en' },
    respond: (data: readonly unknown[]) => ({ totalCount: data.length, data }),
    good: { s: cells[0], d: cells[1] },
    bad: [...noObjects, { d: [] }, { s: 'A:B', d: 'x' }],
  })),
  {
    product: 'searchScreener',
    query: { limit: 50, offset: 0, lang: 'en', nulls_first: false },
    params: { market: 'america' },
    respond: (data) => ({ totalCount: data.length, data }),
    good: { s: cells[0], d: cells[1] },
    bad: [...noObjects, { d: [] }, { s: 'A:B', d: 'x' }],
  },
  {
    product: 'getScreenerMetadata',
    query: { timeframes: false, limit: 5000, offset: 0 },
    params: { market: 'america' },
    respond: (fields) => ({ fields }),
    good: { n: 'close', t: 'price', r: null },
    bad: [...noObjects, { n: 'close' }, { t: 'price' }],
  },
  {
    product: 'getOptionChain',
    query: { sort: 'strike', order: 'asc', limit: 500, offset: 0 },
    params: { symbol: 'NASDAQ:AAPL' },
    respond: (symbols) => ({ totalCount: symbols.length, fields: [], symbols }),
    good: { s: cells[0], f: cells[1] },
    bad: [...noObjects, { f: [] }, { s: 'A:B', f: 'x' }],
  },
  {
    product: 'getImpliedVolatility',
    query: {},
    params: { symbol: 'NASDAQ:AAPL' },
    respond: (rows) => ({ 'real-ivs': rows }),
    good: { span: { value: 1, unit: 'w' }, value: 0.3 },
    bad: noObjects,
  },
  ...['listIdeas', 'listScripts'].map((product) => ({
    product,
    query: { sort: 'popular', page: 1, per_page: 20, lang: 'en' },
    respond: (results: readonly unknown[]) => ({ count: results.length, next: null, results }),
    good: idea,
    bad: [...noObjects, { id: 'x', name: 'x' }, { id: 1 }],
  })),
  {
    product: 'listPineBuiltins',
    query: { group: 'standard', limit: 200, offset: 0 },
    respond: (rows) => rows,
    good: { scriptIdPart: 'STD;RSI', scriptName: 'RSI' },
    bad: [...noObjects, { scriptIdPart: 'x' }, { scriptName: 'x' }],
  },
]

function resultOf({ product: name, query, params = {}, respond }: List, rows: unknown[]): ProductResult {
  const product = products.find((candidate) => candidate.name === name)
  assert.ok(product, name)
  const request = product.parseRequest({ query, params, body: undefined, nowMs } as never)
  return product.toResult(respond(rows), request)
}

for (const list of lists) {
  describe(`rows of ${list.product} in an unexpected format`, () => {
    for (const bad of list.bad) {
      it(`are left out and counted: ${JSON.stringify(bad)}`, () => {
        const { rows, page, skippedRows } = resultOf(list, [list.good, bad, list.good])
        assert.deepEqual([rows?.length, skippedRows, page?.returned], [2, 1, 2])
        assert.deepEqual(rows, resultOf(list, [list.good, list.good]).rows)
      })
    }

    it('are a change of the format if there are no others', () => {
      assert.throws(
        () => resultOf(list, [...list.bad]),
        (thrown) => isFailure(thrown, 'upstream_changed'),
      )
    })

    // An underlying without options has no implied volatility: that is an error of its own.
    if (list.product !== 'getImpliedVolatility')
      it('are no cause to doubt an empty list', () => {
        assert.deepEqual(resultOf(list, []).rows, [])
      })
  })
}
