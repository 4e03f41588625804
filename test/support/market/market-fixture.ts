/** The market service behind a listening server, over the pretend provider, for tests: every lever in reach. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { OutboundOptions } from '../../../src/core/outbound/outbound.ts'
import { type AccessControl, allowAll } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { withUpstreamMetrics } from '../../../src/http/metrics/upstream-metrics.ts'
import { createServer } from '../../../src/http/server/create-server.ts'
import { LoadShedder } from '../../../src/http/server/load-shedder.ts'
import { buildServiceRoutes } from '../../../src/http/server/service-routes.ts'
import { createMarketService, marketHostNames, providerOrigin } from '../../../src/services/market/index.ts'

interface MarketFixtureOptions {
  readonly clock?: Clock
  readonly redisUrl?: string
  readonly cachePrefix?: string
  readonly upstreams?: readonly string[]
  readonly hosts?: readonly SandboxHost[]
  readonly outbound?: Partial<OutboundOptions>
  readonly origin?: string | null
  readonly accessControl?: AccessControl
  /** A sandbox that several fixtures share; not closed with the fixture. */
  readonly sandbox?: Sandbox
}

export interface MarketFixture extends AsyncDisposable {
  readonly origin: string
  readonly sandbox: Sandbox
  readonly warnings: string[]
  readonly metrics: Metrics
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type AnyJson = any

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: AnyJson
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
  const shedding = new LoadShedder({ inFlightMax: 5000, lagMsMax: 60_000 })
  stack.defer(() => shedding.close())
  const edge = createServer({
    clock,
    logger: pino({ level: 'silent' }),
    metrics,
    accessControl: options.accessControl ?? allowAll,
    cursors: createCursorCodec('a secret of the tests'),
    loadShedder: shedding,
    requestTimeoutMs: 20_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'none',
    cacheBytesMax: 16 * 1024 * 1024,
    versionOf: () => 0,
  })
  edge.mount(
    '',
    buildServiceRoutes(market, '', async () => {}),
  )
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  stack.defer(() => edge.app.close())
  const origin = `http://127.0.0.1:${(edge.nodeServer.address() as AddressInfo).port}`

  async function send(path: string, init: RequestInit): Promise<TestResponse> {
    const answer = await fetch(origin + path, init)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }
  const resources = stack.move()
  return {
    origin,
    sandbox,
    warnings,
    metrics,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
