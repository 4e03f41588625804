/** The thirty upstream contracts: where each is answered, and whether anybody ever recorded a real answer. */

export interface SandboxContract {
  readonly id: string
  readonly host: string
  /** Method and path of the route, as the sandbox router writes them. */
  readonly route: `${'GET' | 'POST'} /${string}`
  /** False where the answer here is made up for want of a recording. */
  readonly recorded: boolean
}

const search = 'symbol-search.tradingview.com'
const scanner = 'scanner.tradingview.com'
const headlines = 'news-headlines.tradingview.com'
const mediator = 'news-mediator.tradingview.com'
const charting = 'options-charting.tradingview.com'
const pine = 'pine-facade.tradingview.com'
const site = 'www.tradingview.com'

export const contracts = {
  'symbol.search': { host: search, route: 'GET /symbol_search/v3/', recorded: true },
  'scanner.scan': { host: scanner, route: 'POST /{market}/scan', recorded: true },
  'scanner.scan.global': { host: scanner, route: 'POST /global/scan', recorded: true },
  'scanner.scan.options': { host: scanner, route: 'POST /options/scan2', recorded: true },
  'scanner.metainfo': { host: scanner, route: 'GET /{market}/metainfo', recorded: true },
  'calendar.earnings': { host: scanner, route: 'POST /global/scan', recorded: true },
  'calendar.dividends': { host: scanner, route: 'POST /global/scan', recorded: true },
  'calendar.economic': { host: 'economic-calendar.tradingview.com', route: 'GET /events', recorded: true },
  'calendar.economic.newsagency': {
    host: 'chartevents-reuters.tradingview.com',
    route: 'GET /events',
    recorded: true,
  },
  'news.headlines.v2': { host: headlines, route: 'GET /v2/headlines', recorded: true },
  'news.headlines.latest': { host: headlines, route: 'GET /headlines/', recorded: false },
  'news.headlines.v2.symbol-view': {
    host: headlines,
    route: 'GET /v2/view/headlines/symbol',
    recorded: true,
  },
  'news.flow.v2': { host: mediator, route: 'GET /public/news-flow/v2/news', recorded: true },
  'news.flow.v1': { host: mediator, route: 'GET /news-flow/v1/news', recorded: true },
  'ideas.list': { host: site, route: 'GET /api/v1/ideas/', recorded: true },
  'scripts.list': { host: site, route: 'GET /api/v1/scripts/', recorded: false },
  'PineFacade.ListBuiltins': { host: pine, route: 'GET /pine-facade/list', recorded: true },
  'pine.list': { host: pine, route: 'GET /pine-facade/list', recorded: false },
  'PineFacade.GetScript': { host: pine, route: 'GET /pine-facade/get/{scriptId}/{version}', recorded: true },
  'PineFacade.IsAuthToGet': {
    host: pine,
    route: 'GET /pine-facade/is_auth_to_get/{scriptId}/{version}',
    recorded: true,
  },
  'PineFacade.IsAuthToWrite': {
    host: pine,
    route: 'GET /pine-facade/is_auth_to_write/{scriptId}',
    recorded: false,
  },
  'PineFacade.GetVersions': {
    host: pine,
    route: 'GET /pine-facade/versions/{scriptId}/last',
    recorded: false,
  },
  'PineFacade.ParseTitle': { host: pine, route: 'POST /pine-facade/parse_title', recorded: true },
  'PineFacade.TranslateScript': {
    host: pine,
    route: 'GET /pine-facade/translate/{scriptId}/{version}',
    recorded: false,
  },
  'pine.translate': { host: pine, route: 'GET /pine-facade/translate/{scriptId}/{version}', recorded: false },
  'PineFacade.TranslateSource': {
    host: pine,
    route: 'POST /pine-facade/translate_source/{pineVersion}',
    recorded: false,
  },
  'OptionsCharting.GetInTimeIV': { host: charting, route: 'GET /v1/in-time-iv/{symbol}', recorded: false },
  'OptionsCharting.GetUnderlyingAggregates': {
    host: charting,
    route: 'GET /v1/underlying-aggregates/{symbol}',
    recorded: false,
  },
  'OptionsCharting.PostStrategiesChart': {
    host: charting,
    route: 'POST /v1/strategies-chart',
    recorded: false,
  },
  'PriceAlerts.IsAlive': { host: 'pricealerts.tradingview.com', route: 'GET /is_alive', recorded: false },
} as const satisfies Readonly<Record<string, Omit<SandboxContract, 'id'>>>

export type ContractId = keyof typeof contracts
