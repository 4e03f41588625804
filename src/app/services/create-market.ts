/** Opens the market service with its provider, its cache and its limits. */

import {
  createMarketService,
  type MarketService,
  marketHostNames,
  providerOrigin,
} from '../../services/market/index.ts'
import type { ServiceDeps } from './index.ts'

export function createMarket({
  createOutbound,
  clock,
  accounts,
  metrics,
  loaded,
  logger,
}: ServiceDeps): Promise<MarketService> {
  const { market, limits, run, store } = loaded.config
  const isLive = run.profile === 'live'
  const hosts = marketHostNames(market.upstreams)
  return createMarketService({
    outbound: createOutbound((host) => hosts.has(host)),
    clock,
    metrics,
    upstreams: market.upstreams,
    origin: isLive ? market.origin : providerOrigin,
    cacheBytesMax: market.cacheBytesMax,
    redisUrl: loaded.secrets.redis.url?.reveal(),
    cachePrefix: `${store.schemaPrefix}:market:1:${run.profile}:`,
    rateLimits: {
      anonymous: {
        requests_per_second: limits.anonymousPerSecond,
        requests_per_minute: limits.anonymousPerMinute,
      },
      key: { requests_per_second: limits.keyPerSecond, requests_per_minute: limits.keyPerMinute },
    },
    account: [...accounts.authRoutes, accounts.usageRoute, accounts.limitRequestRoute],
    onWarning: (message) => logger.warn(message),
  })
}
