/** The twenty-two product routes as data: path, contract, and what a reader is told about each. */

import type { ContractId } from '../gateway/contracts.ts'

export interface ProductRoute {
  /** Key in the catalogue, name of the operation in clients. */
  readonly name: ProductName
  readonly path: string
  readonly endpoint_id: ContractId
  readonly methods: readonly ('GET' | 'POST')[]
  readonly tag: string
  readonly summary: string
  readonly description: string
}

const get = ['GET'] as const
const both = ['GET', 'POST'] as const

const productTable = {
  searchSymbols: {
    path: '/v1/symbols/search',
    endpoint_id: 'symbol.search',
    methods: get,
    tag: 'Symbols',
    summary: 'Symbols by company, ticker, exchange, country or asset type',
    description:
      'Searches the public symbol catalogue. Without `q` an `exchange` is needed, whose symbols are then listed. Pages by `limit` and `offset`.',
  },
  getHeadlines: {
    path: '/v1/news/headlines',
    endpoint_id: 'news.headlines.v2',
    methods: get,
    tag: 'News',
    summary: 'Current headlines by language, market, provider or symbol',
    description: 'The newest headlines of one category, newest first; at most 200 are known at a time.',
  },
  getLatestHeadlines: {
    path: '/v1/news/latest',
    endpoint_id: 'news.headlines.latest',
    methods: get,
    tag: 'News',
    summary: 'The latest headlines',
    description: 'The short list of the newest headlines.',
  },
  getNewsFlow: {
    path: '/v1/news/flow',
    endpoint_id: 'news.flow.v2',
    methods: get,
    tag: 'News',
    summary: 'The news flow, filtered',
    description:
      'The feed behind the provider’s news pages. `version=v2` has a cursor and all filters, `v1` knows `lang` and `symbols` alone.',
  },
  getSymbolNews: {
    path: '/v1/symbols/{symbol}/news',
    endpoint_id: 'news.headlines.v2.symbol-view',
    methods: get,
    tag: 'News',
    summary: 'News for one symbol',
    description: 'The symbol is `EXCHANGE:TICKER`, or a bare ticker together with `exchange`.',
  },
  getEconomicCalendar: {
    path: '/v1/calendar/economic',
    endpoint_id: 'calendar.economic',
    methods: get,
    tag: 'Calendar',
    summary: 'Upcoming and recent economic events',
    description: 'Events of a range of days, by country and importance, earliest first.',
  },
  getNewsAgencyCalendar: {
    path: '/v1/calendar/economic/newsagency',
    endpoint_id: 'calendar.economic.newsagency',
    methods: get,
    tag: 'Calendar',
    summary: 'Economic events as a news agency has them',
    description: 'The same kind of events from another source, by country or by currency.',
  },
  getEarnings: {
    path: '/v1/events/earnings',
    endpoint_id: 'calendar.earnings',
    methods: both,
    tag: 'Events',
    summary: 'Earnings calendar',
    description:
      'Companies that report in a range of days. POST takes the body of a scan instead of parameters.',
  },
  getDividends: {
    path: '/v1/events/dividends',
    endpoint_id: 'calendar.dividends',
    methods: both,
    tag: 'Events',
    summary: 'Dividend calendar',
    description:
      'Dividends whose ex-date lies in a range of days. POST takes the body of a scan instead of parameters.',
  },
  getScreenerMetadata: {
    path: '/v1/screeners/{market}/metadata',
    endpoint_id: 'scanner.metainfo',
    methods: get,
    tag: 'Screeners',
    summary: 'The columns of a market screener',
    description:
      'Names, types and allowed values of the columns. The provider knows more columns than it lists.',
  },
  searchScreener: {
    path: '/v1/screeners/{market}/search',
    endpoint_id: 'scanner.scan',
    methods: both,
    tag: 'Screeners',
    summary: 'Run a market screener',
    description:
      'From parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`, or by POST from the body of a scan.',
  },
  searchGlobalScreener: {
    path: '/v1/screeners/global/search',
    endpoint_id: 'scanner.scan.global',
    methods: both,
    tag: 'Screeners',
    summary: 'Run a screener across markets',
    description:
      'Needs at least one of `symbols`, `markets` and `filter`: the whole world is too much at once.',
  },
  getOptionChain: {
    path: '/v1/options/{symbol}/chain',
    endpoint_id: 'scanner.scan.options',
    methods: both,
    tag: 'Options',
    summary: 'Option contracts of an underlying',
    description:
      'Strikes, expirations, prices, volume, Greeks and implied volatility where the provider has them.',
  },
  getImpliedVolatility: {
    path: '/v1/options/{symbol}/implied-volatility',
    endpoint_id: 'OptionsCharting.GetInTimeIV',
    methods: get,
    tag: 'Options',
    summary: 'Implied volatility over time spans',
    description: 'One row per span, as a fraction: 0.31 is 31 %.',
  },
  getUnderlyingAggregates: {
    path: '/v1/options/{symbol}/underlying-aggregates',
    endpoint_id: 'OptionsCharting.GetUnderlyingAggregates',
    methods: get,
    tag: 'Options',
    summary: 'Totals over all options of an underlying',
    description: 'Figures as the provider names them; nobody has documented them.',
  },
  getStrategyChart: {
    path: '/v1/options/strategy-chart',
    endpoint_id: 'OptionsCharting.PostStrategiesChart',
    methods: both,
    tag: 'Options',
    summary: 'Chart of an options strategy',
    description: 'POST takes the strategy as JSON, GET as base64url of the same JSON in `payload`.',
  },
  listIdeas: {
    path: '/v1/ideas',
    endpoint_id: 'ideas.list',
    methods: get,
    tag: 'Ideas',
    summary: 'Public ideas, of one symbol or of all',
    description: 'What users of the provider published, by popularity or by date.',
  },
  listScripts: {
    path: '/v1/scripts',
    endpoint_id: 'scripts.list',
    methods: get,
    tag: 'Scripts',
    summary: 'Public scripts, of one symbol or of all',
    description: 'Indicators, strategies and libraries that users of the provider published.',
  },
  listPineBuiltins: {
    path: '/v1/pine/builtins',
    endpoint_id: 'PineFacade.ListBuiltins',
    methods: get,
    tag: 'Pine',
    summary: 'Built-in Pine scripts',
    description: 'The scripts that come with the platform, by group.',
  },
  parsePineTitle: {
    path: '/v1/pine/title',
    endpoint_id: 'PineFacade.ParseTitle',
    methods: both,
    tag: 'Pine',
    summary: 'The title of a Pine script',
    description: 'Reads the title out of Pine source; POST takes long sources.',
  },
  translatePine: {
    path: '/v1/pine/translate',
    endpoint_id: 'PineFacade.TranslateSource',
    methods: both,
    tag: 'Pine',
    summary: 'Translate Pine source',
    description: 'Compiles Pine source as one Pine version; what is wrong with it is part of the answer.',
  },
  getAlertsStatus: {
    path: '/v1/alerts/status',
    endpoint_id: 'PriceAlerts.IsAlive',
    methods: get,
    tag: 'Alerts',
    summary: 'Whether the price-alert backend is alive',
    description: 'Judged by what it says, not by its status alone.',
  },
} as const satisfies Readonly<Record<string, Omit<ProductRoute, 'name'>>>

export type ProductName = keyof typeof productTable

export const productRoutes: readonly ProductRoute[] = Object.entries(productTable).map(([name, route]) => ({
  name: name as ProductName,
  ...route,
}))
