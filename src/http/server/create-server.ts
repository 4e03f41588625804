/** The HTTP server that all services share: the same conventions for every route. */

import { once } from 'node:events'
import type { Server as NodeServer } from 'node:http'
import type { ListenOptions } from 'node:net'
import { ResponseCache } from '../cache/response-cache.ts'
import { LiveConnections } from '../live/live-connections.ts'
import { createAddressResolver } from '../request/address-resolver.ts'
import type { ResponseEntry } from '../response/response-entry.ts'
import type { AnyRoute } from '../route.ts'
import { ClientErrors } from './client-errors.ts'
import type { Exchange } from './exchange.ts'
import { createConnectionLimit } from './load/connection-limit.ts'
import { Connections } from './load/connections.ts'
import { Turns } from './load/turns.ts'
import { createNodeServer } from './node-server.ts'
import { Pipeline } from './pipeline.ts'
import { createResponseRecorder } from './record-response.ts'
import { ResponseSender } from './response-sender.ts'
import { mountRoute } from './route-handler.ts'
import { Routes } from './routes.ts'
import type { ServerOptions } from './server-options.ts'

export interface HttpServer {
  readonly nodeServer: NodeServer
  /** Mounts routes below a base path; call before `listen`. */
  mount(base: string, routes: readonly AnyRoute[]): void
  /** Mounts a response that belongs to no service; call before `listen`. */
  mountSupport(url: string, respond: (exchange: Exchange) => Promise<ResponseEntry>): void
  /** Resolves with the port, or rejects if it is taken. */
  listen(options: ListenOptions): Promise<number>
  /** Ends streams and idle connections, and resolves when all running requests are answered or their time is up. */
  close(): Promise<void>
}

export function createServer(options: ServerOptions): HttpServer {
  const { clock, logger, metrics, loadShedder, requestTimeoutMs } = options
  const resolveAddress = createAddressResolver(options.trustedProxies)
  const recordResponse = createResponseRecorder(options.accessControl, logger, options.logRequests, clock)
  const cache = new ResponseCache({ ...options, recordResponse, resolveAddress })
  metrics.gauge('broadsheet_http_cache_responses', 'Cached responses.', () => cache.size.responses)
  metrics.gauge('broadsheet_http_cache_bytes', 'Memory of cached responses.', () => cache.size.bytes)
  const unmatched = metrics.meter('unmatched')
  const routes = new Routes(unmatched)
  const connections = new Connections(clock)
  metrics.gauge(
    'broadsheet_http_unread_bytes',
    'Bytes of responses that clients have not read.',
    () => connections.unreadBytes,
  )
  const limit = createConnectionLimit(options)
  const clientErrors = new ClientErrors({ ...options, meter: unmatched, connections, limit })
  const streams = new LiveConnections({ ...options, limits: options.streamLimits })
  const sender = new ResponseSender({ ...options, streams, recordResponse })
  const pipeline = new Pipeline({
    ...options,
    ...{ cache, routes, sender, connections, unmatched, resolveAddress },
    turns: new Turns(clock),
  })
  const socketPaths = new Set<string>()
  const nodeServer = createNodeServer(
    { requestTimeoutMs, clientErrors, socketPaths },
    (request, response) => {
      void pipeline.handle(request, response)
    },
  )
  connections.listen(nodeServer)

  return {
    nodeServer,
    mount(base, added) {
      for (const route of added) {
        for (const url of mountUrls(base, route)) {
          routes.add(route.method, url, mountRoute(route, url, { ...options, cache }))
          if (route.live === 'socket') socketPaths.add(url)
        }
      }
    },
    mountSupport(url, respond) {
      const route = routes.support(async (exchange) => ({ entry: await respond(exchange) }))
      routes.add('GET', url, route)
    },
    async listen(where) {
      await once(nodeServer.listen(where), 'listening')
      const address = nodeServer.address()
      return address !== null && typeof address === 'object' ? address.port : 0
    },
    async close() {
      if (!nodeServer.listening) return
      loadShedder.drain()
      streams.endAll()
      // While closing, the runtime no longer times out clients that never finish a request, or never start one.
      connections.endSilent()
      const cut = setTimeout(() => nodeServer.closeAllConnections(), requestTimeoutMs).unref()
      await new Promise((resolve) => nodeServer.close(resolve))
      clearTimeout(cut)
    },
  }
}

/** The index of a mounted service responds with and without the trailing slash. */
function mountUrls(base: string, { path }: AnyRoute): string[] {
  if (path !== '') return [base + path]
  return base === '' ? ['/'] : [base, `${base}/`]
}
