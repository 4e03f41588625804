/** An edge for tests: a small service in memory behind a listening server, with every lever in reach. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { FakeClock } from '../../../src/core/clock.ts'
import { type ErrorCode, errorKinds, Failure } from '../../../src/core/errors.ts'
import { allowAll } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { metricsRoute } from '../../../src/http/metrics/metrics-route.ts'
import { cursor, limit, oneOf } from '../../../src/http/openapi/fields.ts'
import { dataReply, docReply, pageReply } from '../../../src/http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../src/http/route.ts'
import { createServer, type HttpServer } from '../../../src/http/server/create-server.ts'
import { healthRoutes } from '../../../src/http/server/health-routes.ts'
import { LoadShedder } from '../../../src/http/server/load-shedder.ts'
import type { ServerOptions } from '../../../src/http/server/server-options.ts'
import { type RawResponse, rawRequest, sendRaw } from './raw-connection.ts'

export interface TestServer extends AsyncDisposable {
  readonly server: HttpServer
  readonly port: number
  readonly origin: string
  readonly clock: FakeClock
  readonly metrics: Metrics
  readonly loadShedder: LoadShedder
  /** Every line the server has logged. */
  readonly logLines: Record<string, unknown>[]
  /** How often the handler of each path ran. */
  readonly handlerCalls: Map<string, number>
  /** The signals the handler of `/slow` was given, and the way to let it finish. */
  readonly slowRoute: { readonly signals: AbortSignal[]; entered(): Promise<void>; release(): void }
  bumpVersion(scope: string): void
  request(
    method: string,
    target: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<RawResponse>
}

interface TestServerOptions extends Partial<ServerOptions> {
  readonly inFlightMax?: number
  /** Further routes. */
  readonly routes?: readonly AnyRoute[]
  readonly checkReady?: (signal: AbortSignal) => Promise<void>
}

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = new FakeClock()
  const metrics = new Metrics()
  const loadShedder = new LoadShedder({ inFlightMax: options.inFlightMax ?? 100, lagMsMax: 10_000 })
  const versions = new Map<string, number>()
  const logLines: Record<string, unknown>[] = []
  const handlerCalls = new Map<string, number>()
  const slowRoute = createSlowRoute()
  const logger = pino({ level: 'debug' }, { write: (line: string) => logLines.push(JSON.parse(line)) })
  const server = createServer({
    clock,
    logger,
    metrics,
    accessControl: allowAll,
    cursors: createCursorCodec('a secret of the tests'),
    loadShedder,
    requestTimeoutMs: 10_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'errors',
    cacheBytesMax: 4_194_304,
    versionOf: (scope) => versions.get(scope) ?? 0,
    ...options,
  })
  const count = (path: string) => handlerCalls.set(path, (handlerCalls.get(path) ?? 0) + 1)
  server.mount('', [
    ...testRoutes(count, slowRoute),
    ...(options.routes ?? []),
    ...healthRoutes({ service: 'test', checkReady: options.checkReady ?? (async () => {}) }),
    metricsRoute(metrics),
  ])
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.nodeServer.address() as AddressInfo
  return {
    server,
    port,
    origin: `http://127.0.0.1:${port}`,
    clock,
    metrics,
    loadShedder,
    logLines,
    handlerCalls,
    slowRoute,
    bumpVersion: (scope) => versions.set(scope, (versions.get(scope) ?? 0) + 1),
    async request(method, target, headers, body) {
      const answer = await sendRaw(port, rawRequest(method, target, headers, body), method)
      if (!answer) throw new Error('the connection ended without an answer')
      return answer
    },
    async [Symbol.asyncDispose]() {
      slowRoute.release()
      await server.app.close()
      loadShedder.close()
    },
  }
}

/** Work that goes on until it is let go or called off. */
function createSlowRoute() {
  const signals: AbortSignal[] = []
  const waiting: (() => void)[] = []
  let gate = Promise.withResolvers<void>()
  return {
    signals,
    entered: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release() {
      gate.resolve()
      gate = Promise.withResolvers<void>()
    },
    async run(signal: AbortSignal): Promise<void> {
      signals.push(signal)
      waiting.shift()?.()
      const called = Promise.withResolvers<never>()
      called.promise.catch(() => {})
      signal.addEventListener('abort', () => called.reject(signal.reason), { once: true })
      await Promise.race([gate.promise, called.promise])
    },
  }
}

const kinds = ['plain', 'odd'] as const

const Thing = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(kinds),
    title: Type.String(),
    offset: Type.Number(),
    tags: Type.Array(Type.String()),
  },
  { $id: 'Thing' },
)

const titles = [
  'A title',
  '=1+1',
  '+cmd',
  '-2',
  '@SUM(A1)',
  'with "quotes", commas',
  'two\nlines',
  'Ünïcödé ✓',
]

/** More than two pages of them, some with titles a spreadsheet would run. */
export const things: readonly Type.Static<typeof Thing>[] = Array.from({ length: 45 }, (_, index) => ({
  id: `th_${String(index).padStart(3, '0')}`,
  kind: index % 3 === 0 ? 'odd' : 'plain',
  title: titles[index % titles.length] ?? '',
  offset: index - 20.5,
  tags: ['x'.repeat(150), 'y'],
}))

function testRoutes(count: (path: string) => void, slow: ReturnType<typeof createSlowRoute>): AnyRoute[] {
  const shared = { tag: 'Things', access: 'optional' } as const
  const anyObject = Type.Object({}, { additionalProperties: true })
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/things',
      id: 'listThings',
      summary: 'Things',
      query: Type.Object({
        kind: Type.Optional(oneOf(kinds)),
        min: Type.Optional(Type.Number()),
        limit: limit(50, 20),
        cursor: Type.Optional(cursor()),
      }),
      response: { rows: Thing },
      errors: ['invalid_cursor'],
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: ({ query, after }) => {
        count('/things')
        const from = String(after()?.[0] ?? '')
        const rows = things.filter(
          (thing) => thing.id > from && (query.kind === undefined || thing.kind === query.kind),
        )
        return pageReply({
          rows: rows.slice(0, query.limit + 1),
          limit: query.limit,
          doc: (row) => JSON.stringify(row),
          key: (row) => [row.id],
        })
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/things/:thing_id',
      id: 'getThing',
      summary: 'One thing',
      params: Type.Object({ thing_id: Type.String() }),
      response: { data: Thing },
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: ({ params }) => {
        const found = things.find((thing) => thing.id === params.thing_id)
        if (!found)
          throw new Failure('not_found', 'No thing has this id.', { details: { parameter: 'thing_id' } })
        return docReply(JSON.stringify(found))
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/minute',
      id: 'getMinute',
      summary: 'What depends on the clock',
      response: { data: anyObject },
      cache: { scope: 'minute', maxAgeSeconds: 5, expiresEachMinute: true },
      handle: ({ nowMs }) => {
        count('/minute')
        return dataReply({ minute: Math.floor(nowMs / 60_000) })
      },
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/echo',
      id: 'echo',
      summary: 'What was sent',
      body: Type.Object({
        name: Type.String({ maxLength: 2_000_000 }),
        count: Type.Optional(Type.Integer()),
        inner: Type.Optional(Type.Object({ size: Type.Number() })),
      }),
      response: { data: anyObject },
      cache: 'no-store',
      handle: ({ body }) => dataReply(body),
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/echo',
      id: 'echoSmall',
      summary: 'A little of what was sent',
      body: Type.Object({ name: Type.String() }),
      bodyBytesMax: 64,
      response: { data: anyObject },
      cache: 'no-store',
      handle: ({ body }) => dataReply(body),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/secrets',
      id: 'makeSecret',
      summary: 'A long secret',
      body: Type.Object({ pad: Type.Optional(Type.String()) }),
      bodyOptional: true,
      response: { data: anyObject },
      successStatus: 201,
      cache: 'no-store',
      handle: ({ body }) => ({
        ...dataReply({ secret: 's'.repeat(4000), pad: body.pad ?? null }),
        status: 201,
      }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/slow',
      id: 'getSlow',
      summary: 'What takes its time',
      response: { data: anyObject },
      cache: 'no-store',
      handle: async ({ signal }) => {
        await slow.run(signal)
        return dataReply({ done: true })
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/broken',
      id: 'getBroken',
      summary: 'A defect',
      response: { data: anyObject },
      cache: 'no-store',
      handle: async () => {
        throw new Error('SELECT password FROM identity failed at /srv/app/secret.ts:12')
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/fails/:code',
      id: 'getFailure',
      summary: 'Fails as asked',
      params: Type.Object({ code: oneOf(Object.keys(errorKinds)) }),
      response: { data: anyObject },
      cache: 'no-store',
      handle: ({ params }) => {
        throw new Failure(params.code as ErrorCode, 'As asked.', { details: { parameter: 'code' } })
      },
    }),
  ]
}
