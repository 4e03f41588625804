/** The exact requests to the provider of market data, and what public evidence there is for each. */

import type { ContractId } from '../../../src/services/market/gateway/contracts.ts'
import { type ProductName, products } from '../../../src/services/market/products/index.ts'

interface Evidence {
  /** Who sends this request. */
  readonly evidence: string
  /** What no public client, recording or page of the provider shows. */
  readonly unproved?: string
  readonly url: string
}

/** The request of a product, with the parameters of a caller. */
export interface ProductRow extends Evidence {
  readonly product: ProductName
  readonly query: object
  readonly params?: object
  /** Of a POST: an object is JSON, text is a form. */
  readonly body?: object | string
}

const day = { from: '2026-11-01', to: '2026-11-07', min_importance: 0, limit: 200, offset: 0 }
const calendarRange = 'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-07T23%3A59%3A59.999Z&minImportance=0'
const list = { page: 1, per_page: 20, lang: 'en' }
const apple = { symbol: 'NASDAQ:AAPL' }
const scan = { limit: 50, offset: 0, lang: 'en', order: 'desc', nulls_first: false, sort: 'market_cap_basic' }
const scanBody = {
  columns: ['name', 'close'],
  ignore_unknown_fields: false,
  options: { lang: 'en' },
  range: [0, 50],
  sort: { nullsFirst: false, sortBy: 'market_cap_basic', sortOrder: 'desc' },
}
const companyDays = { from: '2026-11-01', to: '2026-11-07', markets: 'america', lang: 'en' }
/** Words of a text, because the formatter puts every item of a long list on a line of its own. */
const words = (text: string) => text.trim().split(/\s+/)
const companyBody = (columns: string, dateColumns: string, sortBy: string) => ({
  columns: words(columns),
  filter: [{ left: dateColumns, operation: 'in_range', right: [1_793_491_200, 1_794_095_999] }],
  ignore_unknown_fields: false,
  markets: ['america'],
  options: { lang: 'en' },
  range: [0, 100],
  sort: { nullsFirst: false, sortBy, sortOrder: 'asc' },
})

export const productRows: readonly ProductRow[] = [
  {
    product: 'searchSymbols',
    query: { q: 'apple', limit: 50, offset: 0, has_options: false, highlight: false, lang: 'en' },
    evidence: 'ten public clients and one capture of a browser',
    url: 'https://symbol-search.tradingview.com/symbol_search/v3/?domain=production&text=apple&search_type=undefined&exchange=&hl=0&start=0&lang=en',
  },
  {
    product: 'getEconomicCalendar',
    query: { ...day, countries: 'us,eu' },
    evidence:
      'twelve public clients; `minImportance` in one. One reports that a response has at most about 2,000 rows, so wide ranges are requested week by week',
    url: `https://economic-calendar.tradingview.com/events?${calendarRange}&countries=EU%2CUS`,
  },
  {
    product: 'getNewsAgencyCalendar',
    query: { ...day, countries: 'us,erl' },
    evidence: 'eight public clients',
    unproved: 'whether the euro area is `EU` or `ERL`: one client sends `ERL`, and both are accepted',
    url: `https://chartevents-reuters.tradingview.com/events?${calendarRange}&countries=ERL%2CUS`,
  },
  {
    product: 'listIdeas',
    query: { ...list, sort: 'popular', symbol: 'NASDAQ:AAPL' },
    evidence:
      'nine public clients; the values of `sort` are from one tested guide, whose `trending` is `popular` here',
    url: 'https://www.tradingview.com/api/v1/ideas/?symbol=NASDAQ%3AAAPL&sort=trending&page=1&per_page=20&locale=en',
  },
  {
    product: 'listScripts',
    query: { ...list, sort: 'recent' },
    evidence: 'six public clients',
    unproved: 'the values of `sort`, which are taken from ideas',
    url: 'https://www.tradingview.com/api/v1/scripts/?sort=recent&page=1&per_page=20&locale=en',
  },
  {
    product: 'listPineBuiltins',
    query: { group: 'candlestick', limit: 200, offset: 0 },
    evidence: 'the bundle of the provider’s pages and eight public clients; the filter `all` in one',
    url: 'https://pine-facade.tradingview.com/pine-facade/list?filter=candlestick',
  },
  {
    product: 'translatePine',
    query: { source: 'plot(close)', version: 'v6' },
    evidence:
      'the bundle of the provider’s pages: a slash before the query, `inputs` always, `user_name` empty, `is_pine_ex` false; `version_to` goes only to the address that converts',
    url: 'https://pine-facade.tradingview.com/pine-facade/translate_source/v6/?is_pine_ex=false&user_name=',
    body: 'source=plot%28close%29&inputs=%7B%7D',
  },
  {
    product: 'getHeadlines',
    query: { category: 'stock', limit: 20, lang: 'en' },
    evidence: 'nine public clients; some send an `Origin`, and none is sent here',
    url: 'https://news-headlines.tradingview.com/v2/headlines?client=web&streaming=false&category=stock&lang=en',
  },
  {
    product: 'getLatestHeadlines',
    query: { category: 'base', limit: 20, lang: 'en' },
    evidence: 'five public clients have the path',
    unproved:
      'that the path is that of this contract; one client writes the category `economy` where `economic` is sent here',
    url: 'https://news-headlines.tradingview.com/headlines/?client=web&category=base&lang=en',
  },
  {
    product: 'getNewsFlow',
    query: { version: 'v2', symbols: 'NASDAQ:AAPL', market: 'stock,etf', limit: 50, lang: 'en' },
    evidence: 'fifteen public clients: `filter` repeated and sorted, with commas inside',
    url: 'https://news-mediator.tradingview.com/public/news-flow/v2/news?client=web&streaming=false&user_prostatus=non_pro&filter=lang%3Aen&filter=market%3Aetf%2Cstock&filter=symbol%3ANASDAQ%3AAAPL',
  },
  {
    product: 'getNewsFlow',
    query: { version: 'v1', symbols: 'NASDAQ:AAPL', limit: 50, lang: 'en' },
    evidence: 'six public clients, none of which sends `client`',
    url: 'https://news-mediator.tradingview.com/news-flow/v1/news?streaming=false&filter=lang%3Aen&filter=symbol%3ANASDAQ%3AAAPL',
  },
  {
    product: 'getSymbolNews',
    query: { section: 'all', limit: 50, lang: 'en' },
    params: apple,
    evidence: 'eight public clients; an empty `streaming` in two',
    url: 'https://news-headlines.tradingview.com/v2/view/headlines/symbol?client=web&streaming=&section=&lang=en&symbol=NASDAQ%3AAAPL',
  },
  {
    product: 'getNewsStory',
    query: { lang: 'en' },
    params: { id: 'agency:83599eeec094b:0' },
    evidence: 'eight public clients; two of them send `v2/story`',
    url: 'https://news-headlines.tradingview.com/v3/story?id=agency%3A83599eeec094b%3A0&lang=en',
  },
  {
    product: 'getEarnings',
    query: { ...companyDays, sort: 'earnings_release_next_date', order: 'asc', limit: 100, offset: 0 },
    evidence: 'a recording and two public clients; `sort` and `range` are those of the scanner',
    url: 'https://scanner.tradingview.com/global/scan?label-product=calendar-earnings',
    body: companyBody(
      `earnings_release_next_date earnings_release_date logoid name description earnings_per_share_fq
       earnings_per_share_forecast_next_fq eps_surprise_fq eps_surprise_percent_fq revenue_fq revenue_forecast_next_fq
       market_cap_basic earnings_release_time earnings_release_next_time earnings_per_share_forecast_fq
       revenue_forecast_fq fundamental_currency_code market earnings_publication_type_fq
       earnings_publication_type_next_fq revenue_surprise_fq revenue_surprise_percent_fq`,
      'earnings_release_date,earnings_release_next_date',
      'earnings_release_next_date',
    ),
  },
  {
    product: 'getDividends',
    query: { ...companyDays, sort: 'dividend_ex_date_upcoming', order: 'asc', limit: 100, offset: 0 },
    evidence: 'a recording and two public clients; `sort` and `range` are those of the scanner',
    url: 'https://scanner.tradingview.com/global/scan?label-product=calendar-dividends',
    body: companyBody(
      `dividend_ex_date_recent dividend_ex_date_upcoming logoid name description dividends_yield
       dividend_payment_date_recent dividend_payment_date_upcoming dividend_amount_recent dividend_amount_upcoming
       fundamental_currency_code market`,
      'dividend_ex_date_recent,dividend_ex_date_upcoming',
      'dividend_ex_date_upcoming',
    ),
  },
  {
    product: 'getScreenerMetadata',
    query: { timeframes: false, limit: 5000, offset: 0 },
    params: { market: 'america' },
    evidence: 'four public sources; the provider’s pages send POST, which the raw route takes too',
    url: 'https://scanner.tradingview.com/america/metainfo',
  },
  {
    product: 'searchScreener',
    query: { ...scan, columns: 'name,close', filter: 'close>100' },
    params: { market: 'america' },
    evidence: 'ten public clients',
    url: 'https://scanner.tradingview.com/america/scan',
    body: {
      ...scanBody,
      filter: [{ left: 'close', operation: 'greater', right: 100 }],
      markets: ['america'],
      symbols: { query: { types: [] } },
    },
  },
  {
    product: 'searchGlobalScreener',
    query: { ...scan, columns: 'name,close', symbols: 'NASDAQ:AAPL' },
    evidence: 'ten public clients; an empty list of markets means all',
    url: 'https://scanner.tradingview.com/global/scan',
    body: {
      ...scanBody,
      filter: [],
      markets: [],
      symbols: { query: { types: [] }, tickers: ['NASDAQ:AAPL'] },
    },
  },
  {
    product: 'getOptionChain',
    query: {
      type: 'call',
      expiration: '20271217',
      columns: 'strike,bid',
      sort: 'strike',
      order: 'asc',
      limit: 500,
      offset: 0,
    },
    params: apple,
    evidence: 'nine public clients; `sort` and `range` in one each, `volume` in two',
    url: 'https://scanner.tradingview.com/options/scan2?label-product=options-builder',
    body: {
      columns: ['strike', 'bid'],
      filter: [
        { left: 'type', operation: 'equal', right: 'option' },
        { left: 'expiration', operation: 'equal', right: 20271217 },
        { left: 'option-type', operation: 'equal', right: 'call' },
      ],
      ignore_unknown_fields: false,
      index_filters: [{ name: 'underlying_symbol', values: ['NASDAQ:AAPL'] }],
      range: [0, 500],
      sort: { nullsFirst: false, sortBy: 'strike', sortOrder: 'asc' },
    },
  },
  {
    product: 'getImpliedVolatility',
    query: {},
    params: apple,
    evidence: 'two public clients',
    url: 'https://options-charting.tradingview.com/v1/in-time-iv/NASDAQ%3AAAPL?label-product=details_widget_in_time_iv_chart',
  },
  {
    product: 'getUnderlyingAggregates',
    query: {},
    params: apple,
    evidence: 'none',
    unproved:
      'the path follows from those of the same host. The nearest known relative is `/v1/voi-lens/{symbol}`; whether they are equal is unknown',
    url: 'https://options-charting.tradingview.com/v1/underlying-aggregates/NASDAQ%3AAAPL',
  },
  {
    product: 'getStrategyChart',
    query: { payload: Buffer.from('{"legs":[]}').toString('base64url') },
    evidence: 'one public source has the path',
    unproved: 'the body, which is the caller’s; `legs` in the example is our own',
    url: 'https://options-charting.tradingview.com/v1/strategies-chart',
    body: { legs: [] },
  },
  {
    product: 'parsePineTitle',
    query: { source: 'plot(close)' },
    evidence: 'the bundle of the provider’s pages; newer captures send a multipart form',
    url: 'https://pine-facade.tradingview.com/pine-facade/parse_title',
    body: 'source=plot%28close%29',
  },
  {
    product: 'getAlertsStatus',
    query: {},
    evidence: 'one probe, to which the provider answered `no_such_endpoint`',
    unproved: 'that the endpoint exists',
    url: 'https://pricealerts.tradingview.com/is_alive',
  },
]

/** Contracts that only the raw route uses, with the parameters of a caller. */
export interface ContractRow extends Evidence {
  readonly contract: ContractId
  readonly path?: Readonly<Record<string, string>>
}

const rsi = { scriptId: 'STD;RSI' }
const pineFacade = 'https://pine-facade.tradingview.com/pine-facade'

export const contractRows: readonly ContractRow[] = [
  {
    contract: 'PineFacade.IsAuthToGet',
    path: rsi,
    evidence: 'the bundle of the provider’s pages and eight public clients',
    url: `${pineFacade}/is_auth_to_get/STD%3BRSI/last`,
  },
  {
    contract: 'PineFacade.GetScript',
    path: rsi,
    evidence: 'the bundle of the provider’s pages and eight public clients',
    url: `${pineFacade}/get/STD%3BRSI/last`,
  },
  {
    contract: 'PineFacade.IsAuthToWrite',
    path: rsi,
    evidence: 'the bundle of the provider’s pages and one client made from a recording',
    unproved: 'a form with a version, which is a lead only and is not sent',
    url: `${pineFacade}/is_auth_to_write/STD%3BRSI`,
  },
  {
    contract: 'PineFacade.TranslateScript',
    path: rsi,
    evidence: 'the bundle of the provider’s pages and eight public clients',
    url: `${pineFacade}/translate/STD%3BRSI/last`,
  },
  {
    contract: 'PineFacade.GetVersions',
    path: rsi,
    evidence: 'one public client',
    unproved: 'all beyond that client',
    url: `${pineFacade}/versions/STD%3BRSI/last`,
  },
  {
    contract: 'pine.list',
    evidence: 'the bundle of the provider’s pages has this filter',
    unproved: 'that this contract means built-in scripts; one client’s list has the filter `public`',
    url: `${pineFacade}/list?filter=standard`,
  },
  {
    contract: 'pine.translate',
    path: rsi,
    evidence: 'the bundle of the provider’s pages and eight public clients',
    url: `${pineFacade}/translate/STD%3BRSI/last`,
  },
]

/** The request to the provider, and the contract that it is for. */
export function toUpstreamRequest({ product: name, query, params = {} }: ProductRow) {
  const product = products.find((candidate) => candidate.name === name)
  if (product === undefined) throw new TypeError(`no product ${name}`)
  const nowMs = Date.parse('2026-11-15T12:00:00Z')
  return product.toUpstreamRequest(product.parseRequest({ query, params, body: undefined, nowMs } as never))
}
