/** An example service in memory behind a listening server, for tests of the server itself. */

import { pino } from 'pino'
import { Type } from 'typebox'
import { type ErrorCode, errorKinds, Failure } from '../../../src/core/errors.ts'
import { healthRoutes } from '../../../src/http/health-routes.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { metricsRoute } from '../../../src/http/metrics/metrics-route.ts'
import { cursor, limit, oneOf } from '../../../src/http/openapi/fields.ts'
import { dataReply, docReply, pageReply } from '../../../src/http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../src/http/route.ts'
import { FakeClock } from '../fake-clock.ts'
import { type RawResponse, rawRequest, sendRaw } from './raw-connection.ts'
import { openTestServer, publishedOnce, type TestServer, type TestServerOptions } from './test-server.ts'
import { untilCached } from './until-cached.ts'

export interface ExampleServer extends TestServer {
  readonly clock: FakeClock
  readonly metrics: Metrics
  /** Every line the server has logged. */
  readonly logLines: Record<string, unknown>[]
  /** How often the handler of each path ran. */
  readonly handlerCalls: Map<string, number>
  /** The signals that the handler of `/slow` received, and a way to let it finish. */
  readonly slowRoute: { readonly signals: AbortSignal[]; entered(): Promise<void>; release(): void }
  bumpVersion(scope: string): void
  /** Sends raw bytes and parses the response strictly. */
  request(
    method: string,
    target: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<RawResponse>
  /** Sends the same GET request until the response comes from the cache. */
  requestCached(target: string, headers?: Readonly<Record<string, string>>): Promise<RawResponse>
}

interface ExampleServerOptions extends TestServerOptions {
  readonly checkReady?: (signal: AbortSignal) => Promise<void>
}

export async function openExampleServer(options: ExampleServerOptions = {}): Promise<ExampleServer> {
  const { routes = [], checkReady = async () => {}, ...serverOptions } = options
  const clock = new FakeClock()
  const metrics = new Metrics()
  const versions = new Map<string, number>()
  const logLines: Record<string, unknown>[] = []
  const handlerCalls = new Map<string, number>()
  const slowRoute = createSlowRoute()
  const count = (path: string) => handlerCalls.set(path, (handlerCalls.get(path) ?? 0) + 1)
  const testServer = await openTestServer({
    clock,
    metrics,
    logger: pino({ level: 'debug' }, { write: (line: string) => logLines.push(JSON.parse(line)) }),
    inFlightMax: 100,
    requestTimeoutMs: 10_000,
    publications: { ...publishedOnce, stamp: (scope) => String(versions.get(scope) ?? 0) },
    ...serverOptions,
    routes: [
      ...exampleRoutes(count, slowRoute),
      ...routes,
      ...healthRoutes({ service: 'test', checkReady }),
      metricsRoute(metrics),
    ],
  })
  const request: ExampleServer['request'] = async (method, target, headers, body) => {
    const response = await sendRaw(testServer.port, rawRequest(method, target, headers, body), method)
    if (!response) throw new Error('connection closed before a response')
    return response
  }
  return {
    ...testServer,
    clock,
    metrics,
    logLines,
    handlerCalls,
    slowRoute,
    bumpVersion: (scope) => versions.set(scope, (versions.get(scope) ?? 0) + 1),
    request,
    requestCached: (target, headers) => untilCached(() => request('GET', target, headers)),
    async [Symbol.asyncDispose]() {
      slowRoute.release()
      await testServer[Symbol.asyncDispose]()
    },
  }
}

/** Work that continues until it is released or aborted. */
function createSlowRoute() {
  const signals: AbortSignal[] = []
  const waiting: (() => void)[] = []
  let released = Promise.withResolvers<void>()
  return {
    signals,
    entered: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release() {
      released.resolve()
      released = Promise.withResolvers<void>()
    },
    async run(signal: AbortSignal): Promise<void> {
      signals.push(signal)
      waiting.shift()?.()
      const aborted = Promise.withResolvers<never>()
      aborted.promise.catch(() => {})
      signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
      await Promise.race([released.promise, aborted.promise])
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

/** More than two pages, some with titles that a spreadsheet would run as formulas. */
export const things: readonly Type.Static<typeof Thing>[] = Array.from({ length: 45 }, (_, index) => ({
  id: `th_${String(index).padStart(3, '0')}`,
  kind: index % 3 === 0 ? 'odd' : 'plain',
  title: titles[index % titles.length] ?? '',
  offset: index - 20.5,
  tags: ['x'.repeat(150), 'y'],
}))

function exampleRoutes(count: (path: string) => void, slow: ReturnType<typeof createSlowRoute>): AnyRoute[] {
  const shared = { tag: 'Things', access: 'optional' } as const
  const anyObject = Type.Object({}, { additionalProperties: true })
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/things',
      id: 'listThings',
      summary: 'List things',
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
      summary: 'Get a thing',
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
      summary: 'Get the current minute',
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
      summary: 'Echo a body',
      body: Type.Object({
        name: Type.String({ maxLength: 2_000_000 }),
        count: Type.Optional(Type.Integer()),
        inner: Type.Optional(Type.Object({ size: Type.Number() })),
      }),
      bodyBytesMax: 1_048_576,
      response: { data: anyObject },
      cache: 'no-store',
      handle: ({ body }) => dataReply(body),
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/echo',
      id: 'echoSmall',
      summary: 'Echo a small body',
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
      summary: 'Create a long secret',
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
      summary: 'Wait until released',
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
      summary: 'Throw an unexpected error',
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
      summary: 'Fail with a code',
      params: Type.Object({ code: oneOf(Object.keys(errorKinds)) }),
      response: { data: anyObject },
      cache: 'no-store',
      handle: ({ params }) => {
        throw new Failure(params.code as ErrorCode, 'As requested.', { details: { parameter: 'code' } })
      },
    }),
  ]
}
