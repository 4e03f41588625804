/** Market: symbols, news, calendars, screeners, options, ideas, scripts and Pine, through a cache in front of a provider. */

import type { Clock } from '../../core/clock.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import type { Metrics } from '../../http/metrics/metrics.ts'
import type { AnyRoute } from '../../http/route.ts'
import type { Service } from '../../http/service.ts'
import { catalogueContracts } from './gateway/contracts.ts'
import { Gateway } from './gateway/gateway.ts'
import {
  createLookupCounter,
  createSkippedRowsCounter,
  registerGatewayGauges,
} from './gateway/gateway-metrics.ts'
import { socketHost } from './gateway/hosts.ts'
import { connectSharedCache } from './gateway/shared-cache.ts'
import { UpstreamAddresses } from './gateway/upstream-addresses.ts'
import { UpstreamClient } from './gateway/upstream-client.ts'
import { catalogueProducts } from './products/index.ts'
import { createBarRoute } from './routes/bars.ts'
import { createCalendarPageRoutes } from './routes/calendar-pages.ts'
import { createDocumentRoutes, serviceVersion } from './routes/documents.ts'
import { marketNews } from './routes/front-page-news.ts'
import { createNewsPageRoutes } from './routes/news-pages.ts'
import { createProductRoutes } from './routes/products.ts'
import { createPublicationPageRoutes } from './routes/publication-pages.ts'
import { createQuoteRoute } from './routes/quotes.ts'
import { createRawRoutes } from './routes/raw.ts'
import { createScreenerPageRoutes } from './routes/screener-pages.ts'
import { symbolSearch } from './routes/search-section.ts'
import { createStreamSocketRoute } from './routes/stream-socket.ts'
import { createStreamRoutes } from './routes/streams.ts'
import { createSymbolPageRoutes } from './routes/symbol-pages.ts'
import { MarketMeta, type RateLimits } from './schema/documents.ts'
import { socketMethods } from './socket-methods.ts'
import { LivePrices } from './streams/live-prices.ts'

export { providerOrigin } from './gateway/hosts.ts'

export interface MarketOptions {
  readonly outbound: OutboundClient
  readonly clock: Clock
  readonly metrics: Metrics
  /** Overrides of contract addresses: `contract.id=https://host/path`. */
  readonly upstreams: readonly string[]
  /** `Origin` for the hosts that require one. */
  readonly origin: string | undefined
  readonly cacheBytesMax: number
  /** Requests to the provider that one caller may cause in a minute. */
  readonly missesPerMinute: number
  /** Subscriptions that one caller may have at once, over all its streams. */
  readonly subscriptionsMax: number
  /** A Redis or Valkey that nodes share. */
  readonly redisUrl: string | undefined
  /** Prefix of the installation's keys in it. */
  readonly cachePrefix: string
  readonly rateLimits: RateLimits
  /** The account routes, the same for every service. */
  readonly account: readonly AnyRoute[]
  readonly onWarning: (message: string) => void
}

export interface MarketService extends Service, AsyncDisposable {}

/** Every host the service may send requests to. */
export function marketHostNames(upstreams: readonly string[]): ReadonlySet<string> {
  return new Set([...new UpstreamAddresses(upstreams).hostNames, socketHost.name])
}

export async function createMarketService(options: MarketOptions): Promise<MarketService> {
  const { outbound, clock, metrics, origin, onWarning } = options
  const upstreams = new UpstreamAddresses(options.upstreams)
  const upstream = new UpstreamClient({ outbound, addresses: upstreams, origin })
  const shared =
    options.redisUrl === undefined
      ? undefined
      : await connectSharedCache({
          url: options.redisUrl,
          prefix: `${options.cachePrefix}${upstreams.fingerprint}:`,
          onWarning,
        })
  const gateway = new Gateway({
    upstream,
    clock,
    bytesMax: options.cacheBytesMax,
    missesPerMinute: options.missesPerMinute,
    onLookup: createLookupCounter(metrics),
    onSkippedRows: createSkippedRowsCounter(metrics),
    onRefreshFailed: warnOnRefreshFailure(clock, onWarning),
    ...(shared ? { sharedCache: shared } : {}),
  })
  registerGatewayGauges(metrics, gateway)
  const prices = new LivePrices(options)
  return {
    ...serviceInfo,
    routes: [
      ...createDocumentRoutes(options.rateLimits, origin),
      ...createProductRoutes(gateway),
      ...createRawRoutes(gateway),
      createQuoteRoute(prices),
      createBarRoute(prices, clock),
      ...createStreamRoutes(prices),
      createStreamSocketRoute(prices),
      ...createSymbolPageRoutes({ gateway, prices }),
      ...createScreenerPageRoutes(gateway),
      ...createCalendarPageRoutes(gateway),
      ...createNewsPageRoutes(gateway),
      ...createPublicationPageRoutes(gateway),
      ...options.account,
    ],
    meta: MarketMeta,
    frontPage: (request) => marketNews(gateway, request),
    searches: [symbolSearch(gateway)],
    counts: async () => ({
      routes: catalogueProducts.length,
      contracts: catalogueContracts.length,
      socket_methods: socketMethods.length,
    }),
    async [Symbol.asyncDispose]() {
      prices[Symbol.dispose]()
      gateway[Symbol.dispose]()
      await shared?.[Symbol.asyncDispose]()
    },
  }
}

const warningGapMs = 60_000

/** Once a minute per contract: during an outage the refresh of every cached response fails. */
function warnOnRefreshFailure(
  clock: Clock,
  onWarning: (message: string) => void,
): (contractId: string, failure: unknown) => void {
  const quietUntil = new Map<string, number>()
  return (contractId, failure) => {
    const now = clock.monotonic()
    if (now < (quietUntil.get(contractId) ?? now)) return
    quietUntil.set(contractId, now + warningGapMs)
    const reason = failure instanceof Error ? failure.message : 'unknown reason'
    onWarning(`Serving stale responses for ${contractId}; refresh failed: ${reason}`)
  }
}

const serviceInfo = {
  id: 'market',
  scopes: [],
  title: 'Market data',
  about:
    'Symbols, news, calendars, screeners, options, ideas, and scripts in the language Pine, from a public provider.',
  version: serviceVersion,
  description:
    'A caching gateway for thirty contracts of a public market-data provider. Product routes have simple parameters and uniform rows; `/v1/raw/{endpointId}` returns the provider’s responses unmodified. Every response reports its age.',
  tags: [
    { name: 'Symbols', description: 'Symbol search.' },
    { name: 'Prices', description: 'Quotes and bars on request.' },
    { name: 'Streams', description: 'Quotes and bars as they change.' },
    { name: 'News', description: 'Headlines and the news flow.' },
    { name: 'Calendar', description: 'Economic events.' },
    { name: 'Events', description: 'Earnings and dividends.' },
    { name: 'Screeners', description: 'Columns and scans of markets.' },
    { name: 'Options', description: 'Chains, volatility and strategies.' },
    { name: 'Ideas', description: 'Ideas published by users.' },
    { name: 'Scripts', description: 'Scripts published by users.' },
    { name: 'Pine', description: 'Built-in scripts, titles and translation.' },
    { name: 'Alerts', description: 'The price-alert backend.' },
    { name: 'Raw', description: 'Every contract in the provider’s format.' },
    { name: 'Authentication', description: 'Codes, tokens, keys and limits.' },
    { name: 'Support', description: 'Health, index, catalogue and this document.' },
  ],
  pages: [
    { path: '/symbols', title: 'symbols and prices' },
    { path: '/screener', title: 'screener' },
    { path: '/calendar', title: 'calendars' },
    { path: '/news', title: 'news' },
    { path: '/ideas', title: 'ideas' },
    { path: '/scripts', title: 'scripts' },
  ],
  examples: [
    { path: '/v1/symbols/search?q=apple&limit=3', shows: 'symbols by name' },
    {
      path: '/v1/screeners/america/search?filter=close%3E100,market_cap_basic%3E%3D1e9&columns=name,close,volume&limit=5',
      shows: 'a screener with a filter',
    },
    { path: '/v1/options/NASDAQ:AAPL/chain?type=call&limit=5', shows: 'call options of one underlying' },
  ],
} as const
