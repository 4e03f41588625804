/** The market service behind a listening server, over the pretend provider, for tests: every lever in reach. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { SandboxHost } from '../../../sandbox/host.ts'
import { marketHosts } from '../../../sandbox/market/index.ts'
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts'
import { type Clock, systemClock } from '../../../src/core/clock.ts'
import { silentEvents } from '../../../src/core/events.ts'
import { createOutbound, type OutboundOptions } from '../../../src/core/outbound/create-outbound.ts'
import { type Gate, openGate } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { countUpstreams } from '../../../src/http/metrics/upstream-metrics.ts'
import { createEdge } from '../../../src/http/server/create-server.ts'
import { Shedding } from '../../../src/http/server/load-shedder.ts'
import { routesOf } from '../../../src/http/service.ts'
import { marketHostNames, openMarket, providerOrigin } from '../../../src/services/market/index.ts'

interface HouseOptions {
  readonly clock?: Clock
  readonly redisUrl?: string
  readonly cachePrefix?: string
  readonly upstreams?: readonly string[]
  readonly hosts?: readonly SandboxHost[]
  readonly outbound?: Partial<OutboundOptions>
  readonly origin?: string | null
  readonly gate?: Gate
  /** A sandbox that several houses share; not closed with the house. */
  readonly sandbox?: Sandbox
}

export interface MarketHouse extends AsyncDisposable {
  readonly origin: string
  readonly sandbox: Sandbox
  readonly warnings: string[]
  readonly metrics: Metrics
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<HouseAnswer>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<HouseAnswer>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type AnyJson = any

export interface HouseAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: AnyJson
}

export async function openMarketHouse(options: HouseOptions = {}): Promise<MarketHouse> {
  const { clock = systemClock, hosts = marketHosts(), upstreams = [] } = options
  const metrics = new Metrics()
  await using stack = new AsyncDisposableStack()
  const sandbox = options.sandbox ?? stack.use(await startSandbox({ clock, seed: 'market', hosts }))
  const outbound = stack.use(
    createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: marketHostNames(upstreams),
      resolveHost: (host) => sandbox.resolve(host),
      pauses: false,
      clock,
      events: countUpstreams(metrics, silentEvents),
      ...options.outbound,
    }),
  )
  const warnings: string[] = []
  const market = stack.use(
    await openMarket({
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
  const shedding = new Shedding({ inFlightMax: 5000, lagMsMax: 60_000 })
  stack.defer(() => shedding.close())
  const edge = createEdge({
    clock,
    logger: pino({ level: 'silent' }),
    metrics,
    gate: options.gate ?? openGate,
    cursors: createCursorCodec('a secret of the tests'),
    shedding,
    requestTimeoutMs: 20_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'none',
    hotBytesMax: 16 * 1024 * 1024,
    versionOf: () => 0,
  })
  edge.mount(
    '',
    routesOf(market, '', async () => {}),
  )
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  stack.defer(() => edge.app.close())
  const origin = `http://127.0.0.1:${(edge.server.address() as AddressInfo).port}`

  async function ask(path: string, init: RequestInit): Promise<HouseAnswer> {
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
  const kept = stack.move()
  return {
    origin,
    sandbox,
    warnings,
    metrics,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
