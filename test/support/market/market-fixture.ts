/** The market service on a listening server with the simulated provider, for tests. */

import type { SandboxHost } from '../../../sandbox/host.ts'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { OutboundOptions } from '../../../src/core/outbound/outbound.ts'
import { type AccessControl, allowAll } from '../../../src/http/access-control.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { withUpstreamMetrics } from '../../../src/http/metrics/upstream-metrics.ts'
import { createMarketService, marketHostNames, providerOrigin } from '../../../src/services/market/index.ts'
import { openTestServer, type TestServer } from '../server/test-server.ts'

interface MarketFixtureOptions {
  readonly clock?: Clock
  readonly redisUrl?: string
  readonly cachePrefix?: string
  readonly upstreams?: readonly string[]
  readonly hosts?: readonly SandboxHost[]
  readonly outbound?: Partial<OutboundOptions>
  readonly origin?: string | null
  readonly accessControl?: AccessControl
  readonly missesPerMinute?: number
  readonly subscriptionsMax?: number
  /** A sandbox that several fixtures share; not closed with the fixture. */
  readonly sandbox?: Sandbox
}

export interface MarketFixture extends AsyncDisposable {
  readonly origin: string
  readonly sandbox: Sandbox
  readonly warnings: string[]
  readonly metrics: Metrics
  readonly get: TestServer['get']
  readonly post: TestServer['post']
}

export async function openMarketFixture(options: MarketFixtureOptions = {}): Promise<MarketFixture> {
  const { clock = systemClock, hosts = marketHosts(), upstreams = [] } = options
  const metrics = new Metrics()
  await using stack = new AsyncDisposableStack()
  const sandbox = options.sandbox ?? stack.use(await startSandbox({ clock, seed: 'market', hosts }))
  const outbound = stack.use(
    createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: marketHostNames(upstreams),
      overrideOrigin: (host) => sandbox.resolve(host),
      pauseBetweenRequests: false,
      clock,
      events: withUpstreamMetrics(metrics, silentEvents),
      ...options.outbound,
    }),
  )
  const warnings: string[] = []
  const market = stack.use(
    await createMarketService({
      outbound,
      clock,
      metrics,
      upstreams,
      origin: options.origin === null ? undefined : (options.origin ?? providerOrigin),
      cacheBytesMax: 32 * 1024 * 1024,
      missesPerMinute: options.missesPerMinute ?? 1_000_000,
      subscriptionsMax: options.subscriptionsMax ?? 10_000,
      redisUrl: options.redisUrl,
      cachePrefix: options.cachePrefix ?? 'test:market:',
      rateLimits: {
        anonymous: { requests_per_second: 40, requests_per_minute: 1200 },
        key: { requests_per_second: 2000, requests_per_minute: 30_000 },
      },
      account: [],
      onWarning: (message) => warnings.push(message),
    }),
  )
  const server = stack.use(
    await openTestServer({
      service: market,
      clock,
      metrics,
      inFlightMax: 5000,
      logRequests: 'none',
      cacheBytesMax: 16 * 1024 * 1024,
      accessControl: options.accessControl ?? allowAll,
    }),
  )
  const resources = stack.move()
  return {
    origin: server.origin,
    sandbox,
    warnings,
    metrics,
    get: server.get,
    post: server.post,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
