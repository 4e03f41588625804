/** An edge for tests: a small service in memory behind a listening server, with every lever in reach. */

import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { FakeClock } from '../../../src/core/clock.ts'
import { type ErrorCode, errorKinds, Failure } from '../../../src/core/errors.ts'
import { openGate } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import { metricsRoute } from '../../../src/http/metrics/metrics-route.ts'
import { cursor, limit, oneOf } from '../../../src/http/openapi/fields.ts'
import { one, oneDoc, page } from '../../../src/http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../src/http/route.ts'
import { createEdge, type Edge, type EdgeOptions } from '../../../src/http/server/create-server.ts'
import { healthRoutes } from '../../../src/http/server/health-routes.ts'
import { Shedding } from '../../../src/http/server/load-shedder.ts'
import { exchange, requestText, type WireAnswer } from './raw-connection.ts'

export interface TestEdge extends AsyncDisposable {
  readonly edge: Edge
  readonly port: number
  readonly origin: string
  readonly clock: FakeClock
  readonly metrics: Metrics
  readonly shedding: Shedding
  /** Every line the server has logged. */
  readonly logged: Record<string, unknown>[]
  /** How often the handler of each path ran. */
  readonly handled: Map<string, number>
  /** The signals the handler of `/slow` was given, and the way to let it finish. */
  readonly slow: { readonly signals: AbortSignal[]; entered(): Promise<void>; release(): void }
  publish(scope: string): void
  ask(
    method: string,
    target: string,
    headers?: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<WireAnswer>
}

interface TestEdgeOptions extends Partial<EdgeOptions> {
  readonly inFlightMax?: number
  /** Further routes. */
  readonly routes?: readonly AnyRoute[]
  readonly ready?: (signal: AbortSignal) => Promise<void>
}

export async function openTestEdge(given: TestEdgeOptions = {}): Promise<TestEdge> {
  const clock = new FakeClock()
  const metrics = new Metrics()
  const shedding = new Shedding({ inFlightMax: given.inFlightMax ?? 100, lagMsMax: 10_000 })
  const versions = new Map<string, number>()
  const logged: Record<string, unknown>[] = []
  const handled = new Map<string, number>()
  const slow = slowWork()
  const logger = pino({ level: 'debug' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const edge = createEdge({
    clock,
    logger,
    metrics,
    gate: openGate,
    cursors: createCursorCodec('a secret of the tests'),
    shedding,
    requestTimeoutMs: 10_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'errors',
    hotBytesMax: 4_194_304,
    versionOf: (scope) => versions.get(scope) ?? 0,
    ...given,
  })
  const count = (path: string) => handled.set(path, (handled.get(path) ?? 0) + 1)
  edge.mount('', [
    ...testRoutes(count, slow),
    ...(given.routes ?? []),
    ...healthRoutes({ service: 'test', ready: given.ready ?? (async () => {}) }),
    metricsRoute(metrics),
  ])
  await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = edge.server.address() as AddressInfo
  return {
    edge,
    port,
    origin: `http://127.0.0.1:${port}`,
    clock,
    metrics,
    shedding,
    logged,
    handled,
    slow,
    publish: (scope) => versions.set(scope, (versions.get(scope) ?? 0) + 1),
    async ask(method, target, headers, body) {
      const answer = await exchange(port, requestText(method, target, headers, body), method)
      if (!answer) throw new Error('the connection ended without an answer')
      return answer
    },
    async [Symbol.asyncDispose]() {
      slow.release()
      await edge.app.close()
      shedding.close()
    },
  }
}

/** Work that goes on until it is let go or called off. */
function slowWork() {
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

function testRoutes(count: (path: string) => void, slow: ReturnType<typeof slowWork>): AnyRoute[] {
  const shared = { tag: 'Things', access: 'optional' } as const
  const whole = Type.Object({}, { additionalProperties: true })
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
      answer: { rows: Thing },
      errors: ['invalid_cursor'],
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: ({ query, after }) => {
        count('/things')
        const from = String(after()?.[0] ?? '')
        const rows = things.filter(
          (thing) => thing.id > from && (query.kind === undefined || thing.kind === query.kind),
        )
        return page({
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
      answer: { data: Thing },
      cache: { scope: 'things', maxAgeSeconds: 60 },
      handle: ({ params }) => {
        const found = things.find((thing) => thing.id === params.thing_id)
        if (!found)
          throw new Failure('not_found', 'No thing has this id.', { details: { parameter: 'thing_id' } })
        return oneDoc(JSON.stringify(found))
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/minute',
      id: 'getMinute',
      summary: 'What depends on the clock',
      answer: { data: whole },
      cache: { scope: 'minute', maxAgeSeconds: 5, byTheMinute: true },
      handle: ({ nowMs }) => {
        count('/minute')
        return one({ minute: Math.floor(nowMs / 60_000) })
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
      answer: { data: whole },
      cache: 'no-store',
      handle: ({ body }) => one(body),
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      path: '/echo',
      id: 'echoSmall',
      summary: 'A little of what was sent',
      body: Type.Object({ name: Type.String() }),
      bodyBytesMax: 64,
      answer: { data: whole },
      cache: 'no-store',
      handle: ({ body }) => one(body),
    }),
    defineRoute({
      ...shared,
      method: 'POST',
      path: '/secrets',
      id: 'makeSecret',
      summary: 'A long secret',
      body: Type.Object({ pad: Type.Optional(Type.String()) }),
      bodyOptional: true,
      answer: { data: whole },
      success: 201,
      cache: 'no-store',
      handle: ({ body }) => ({ ...one({ secret: 's'.repeat(4000), pad: body.pad ?? null }), status: 201 }),
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/slow',
      id: 'getSlow',
      summary: 'What takes its time',
      answer: { data: whole },
      cache: 'no-store',
      handle: async ({ signal }) => {
        await slow.run(signal)
        return one({ done: true })
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/broken',
      id: 'getBroken',
      summary: 'A defect',
      answer: { data: whole },
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
      answer: { data: whole },
      cache: 'no-store',
      handle: ({ params }) => {
        throw new Failure(params.code as ErrorCode, 'As asked.', { details: { parameter: 'code' } })
      },
    }),
  ]
}
