/** The only set-up of an HTTP server in tests and benchmarks: any routes or service, on a free port. */

import { pino } from 'pino'
import { allowAll } from '../../../src/http/access-control.ts'
import { createCursorCodec } from '../../../src/http/cursor.ts'
import { Metrics } from '../../../src/http/metrics/metrics.ts'
import type { AnyRoute } from '../../../src/http/route.ts'
import { createServer, type HttpServer } from '../../../src/http/server/create-server.ts'
import { LoadShedder } from '../../../src/http/server/load/load-shedder.ts'
import type { ServerOptions } from '../../../src/http/server/server-options.ts'
import type { Service } from '../../../src/http/service.ts'
import { buildServiceRoutes } from '../../../src/http/service-routes.ts'
import type { Publications, Store } from '../../../src/store/store.ts'
import { FakeClock } from '../fake-clock.ts'

export interface TestServerOptions extends Partial<ServerOptions> {
  /** Mounted at the root, together with its health routes and API document. */
  readonly service?: Service
  readonly routes?: readonly AnyRoute[]
  /** Its publications invalidate cached responses. Default: nothing is published. */
  readonly store?: Store
  readonly inFlightMax?: number
  /** Called before the server listens. */
  readonly prepare?: (server: HttpServer) => void
}

export interface TestServer extends AsyncDisposable {
  readonly server: HttpServer
  readonly port: number
  readonly origin: string
  readonly loadShedder: LoadShedder
  fetch(path: string, init?: RequestInit): Promise<TestResponse>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
  /** A string is sent as it is, anything else as JSON. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined if the response is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  readonly json: any
}

/** Of data that stays as it is. */
export const publishedOnce: Publications = {
  version: () => 0,
  stamp: () => '',
  epoch: () => 0,
  publishedAt: () => 1,
}

export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { service, routes = [], store, inFlightMax = 1000, prepare, ...serverOptions } = options
  const publications = store?.readModel ?? publishedOnce
  const loadShedder = serverOptions.loadShedder ?? new LoadShedder(inFlightMax)
  const server = createServer({
    clock: new FakeClock(),
    logger: pino({ level: 'silent' }),
    metrics: new Metrics(),
    accessControl: allowAll,
    cursors: createCursorCodec('test-secret', publications),
    requestTimeoutMs: 20_000,
    bodyBytesMax: 1_048_576,
    trustedProxies: [],
    logRequests: 'errors',
    cacheBytesMax: 4_194_304,
    streamLimits: { anonymous: 1000, identified: 1000, total: 5000 },
    publications,
    ...serverOptions,
    loadShedder,
  })
  server.mount('', [...(service ? buildServiceRoutes(service, '', async () => {}) : []), ...routes])
  prepare?.(server)
  const port = await server.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${port}`
  const send = async (path: string, init?: RequestInit) => toTestResponse(await fetch(origin + path, init))
  return {
    server,
    port,
    origin,
    loadShedder,
    fetch: send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body, headers = {}) =>
      send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

export async function toTestResponse(response: Response): Promise<TestResponse> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = text !== '' && /[/+]json\b/.test(headers.get('content-type') ?? '')
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined }
}
