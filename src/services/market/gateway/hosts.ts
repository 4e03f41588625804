/** The provider's hosts and their rate limits. */

export interface ProviderHost {
  readonly name: string
  /** Concurrent requests. */
  readonly atOnce: number
  /** Pause between the starts of two requests; found by observation. */
  readonly gapMs: number
  /** Accepts only requests with the `Origin` of the provider's site. */
  readonly requiresOrigin: boolean
}

function host(
  name: string,
  gapMs: number,
  { requiresOrigin = false, atOnce = 8 }: { requiresOrigin?: boolean; atOnce?: number } = {},
): ProviderHost {
  return { name, atOnce, gapMs, requiresOrigin }
}

export const providerHosts = {
  search: host('symbol-search.tradingview.com', 200, { requiresOrigin: true }),
  scanner: host('scanner.tradingview.com', 200),
  headlines: host('news-headlines.tradingview.com', 330),
  mediator: host('news-mediator.tradingview.com', 330, { requiresOrigin: true }),
  economic: host('economic-calendar.tradingview.com', 200, { requiresOrigin: true }),
  newsagency: host('chartevents-reuters.tradingview.com', 200),
  charting: host('options-charting.tradingview.com', 200),
  pine: host('pine-facade.tradingview.com', 200),
  site: host('www.tradingview.com', 1000, { atOnce: 2 }),
  alerts: host('pricealerts.tradingview.com', 200),
} as const satisfies Readonly<Record<string, ProviderHost>>

/** The host of the provider's socket: one connection per worker. */
export const socketHost: ProviderHost = host('data.tradingview.com', 500, { requiresOrigin: true, atOnce: 1 })

/** The setting with the `Origin`, which takes the provider's consent. */
export const originSetting = 'MARKET_ORIGIN'

/** What the operator must have for a host. */
export function requirementsOf({ requiresOrigin }: ProviderHost): readonly ('origin' | 'consent')[] {
  return requiresOrigin ? ['origin', 'consent'] : []
}

/** The origin of the provider's site. */
export const providerOrigin = 'https://www.tradingview.com'

export type ProviderHostKey = keyof typeof providerHosts
