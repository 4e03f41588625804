import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UpstreamAddresses } from '../gateway/upstream-addresses.ts'
import { requestUrl } from '../gateway/upstream-request.ts'
import { type ProductName, products } from './index.ts'

/** The exact requests to the provider, and what public evidence there is for each. A change of a request changes the table. */
interface Row {
  readonly product: ProductName
  readonly query: object
  readonly evidence: string
  readonly url: string
  readonly form?: string
}

const day = { from: '2026-11-01', to: '2026-11-07', min_importance: 0, limit: 200, offset: 0 }
const calendarRange = 'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-07T23%3A59%3A59.999Z&minImportance=0'
const list = { page: 1, per_page: 20, lang: 'en' }

const rows: readonly Row[] = [
  {
    product: 'searchSymbols',
    query: { q: 'apple', limit: 50, offset: 0, has_options: false, highlight: false, lang: 'en' },
    evidence: 'ten public clients and one capture of a browser',
    url: 'https://symbol-search.tradingview.com/symbol_search/v3/?domain=production&text=apple&search_type=undefined&exchange=&hl=0&start=0&lang=en',
  },
  {
    product: 'getEconomicCalendar',
    query: { ...day, countries: 'us,eu' },
    evidence: 'twelve public clients; `minImportance` in one',
    url: `https://economic-calendar.tradingview.com/events?${calendarRange}&countries=EU%2CUS`,
  },
  {
    product: 'getNewsAgencyCalendar',
    query: { ...day, countries: 'us,erl' },
    evidence: 'eight public clients; `ERL` in one',
    url: `https://chartevents-reuters.tradingview.com/events?${calendarRange}&countries=ERL%2CUS`,
  },
  {
    product: 'listIdeas',
    query: { ...list, sort: 'popular', symbol: 'NASDAQ:AAPL' },
    evidence: 'nine public clients; the values of `sort` in a tested guide',
    url: 'https://www.tradingview.com/api/v1/ideas/?symbol=NASDAQ%3AAAPL&sort=trending&page=1&per_page=20&locale=en',
  },
  {
    product: 'listScripts',
    query: { ...list, sort: 'recent' },
    evidence: 'six public clients; the values of `sort` are unproved here and taken from ideas',
    url: 'https://www.tradingview.com/api/v1/scripts/?sort=recent&page=1&per_page=20&locale=en',
  },
  {
    product: 'listPineBuiltins',
    query: { group: 'candlestick', limit: 200, offset: 0 },
    evidence: 'the bundle of the provider’s pages and eight public clients',
    url: 'https://pine-facade.tradingview.com/pine-facade/list?filter=candlestick',
  },
  {
    product: 'translatePine',
    query: { source: 'plot(close)', version: 'v6' },
    evidence: 'the bundle of the provider’s pages: `inputs` always, `is_pine_ex` false unless asked',
    url: 'https://pine-facade.tradingview.com/pine-facade/translate_source/v6?is_pine_ex=false&user_name=',
    form: 'source=plot%28close%29&inputs=%7B%7D',
  },
]

describe('requests to the provider', () => {
  const addresses = new UpstreamAddresses()
  for (const { product: name, query, evidence, url, form } of rows) {
    it(`of ${name} are as known from: ${evidence}`, () => {
      const product = products.find((candidate) => candidate.name === name)
      assert.ok(product)
      const nowMs = Date.parse('2026-11-15T12:00:00Z')
      const request = product.toUpstreamRequest(
        product.parseRequest({ query, params: {}, body: undefined, nowMs } as never),
      )
      assert.equal(requestUrl(request, addresses.urlTemplate(request.contract)), url)
      assert.equal(request.body?.text, form)
    })
  }
})
