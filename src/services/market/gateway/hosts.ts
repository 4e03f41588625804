/** The provider's hosts and the manners each asks for. */

export interface ProviderHost {
  readonly name: string
  /** Requests at once, and the pause between their starts; from what the provider was seen to bear. */
  readonly atOnce: number
  readonly gapMs: number
  /** Answers only requests that come from a page of the provider's own site. */
  readonly requiresOrigin: boolean
}

function host(name: string, gapMs: number, wantsOrigin = false, atOnce = 8): ProviderHost {
  return { name, atOnce, gapMs, requiresOrigin: wantsOrigin }
}

export const providerHosts = {
  search: host('symbol-search.tradingview.com', 200, true),
  scanner: host('scanner.tradingview.com', 200),
  headlines: host('news-headlines.tradingview.com', 330),
  mediator: host('news-mediator.tradingview.com', 330, true),
  economic: host('economic-calendar.tradingview.com', 200, true),
  newsagency: host('chartevents-reuters.tradingview.com', 200),
  charting: host('options-charting.tradingview.com', 200),
  pine: host('pine-facade.tradingview.com', 200),
  site: host('www.tradingview.com', 1000, false, 2),
  alerts: host('pricealerts.tradingview.com', 200),
} as const satisfies Readonly<Record<string, ProviderHost>>

/** The origin of the provider's own pages, which some hosts want to see. */
export const providerOrigin = 'https://www.tradingview.com'

export type ProviderHostKey = keyof typeof providerHosts
