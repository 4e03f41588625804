/** Opens the market service. */

import { createMarketService, type MarketService, marketHostNames } from '../../services/market/index.ts'
import type { ServiceDeps } from './service-entry.ts'

export function createMarket({
  createOutbound,
  clock,
  accounts,
  metrics,
  loaded,
  profile,
  logger,
}: ServiceDeps): Promise<MarketService> {
  const { market, limits, run, store } = loaded.config
  const hosts = marketHostNames(market.upstreams)
  return createMarketService({
    outbound: createOutbound((host) => hosts.has(host)),
    clock,
    metrics,
    upstreams: market.upstreams,
    origin: profile.marketOrigin,
    cacheBytesMax: market.cacheBytesMax,
    missesPerMinute: market.missesPerMinute,
    subscriptionsMax: market.subscriptionsMax,
    redisUrl: loaded.secrets.redis.url?.reveal(),
    cachePrefix: `${store.schemaPrefix}:market:1:${run.profile}:`,
    rateLimits: {
      anonymous: {
        requests_per_second: limits.anonymousPerSecond,
        requests_per_minute: limits.anonymousPerMinute,
      },
      key: { requests_per_second: limits.keyPerSecond, requests_per_minute: limits.keyPerMinute },
    },
    account: [...accounts.authRoutes, ...accounts.usageRoutes, ...accounts.limitRequestRoutes],
    onWarning: (message) => logger.warn(message),
  })
}
