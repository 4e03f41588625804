/** The HTTP server that all services share: from socket to handler and back, with the same conventions for every route. */

import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server as NodeServer,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
  type RouteHandlerMethod,
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '../../core/errors.ts'
import { supportRouteInfo, toRouteInfo } from '../access-control.ts'
import { LiveConnections } from '../live/live-connections.ts'
import { isUpgrade, prepareUpgrade } from '../live/socket-stream.ts'
import { createAddressResolver } from '../request/address-resolver.ts'
import { checkHead, headBytesMax } from '../request/head-limits.ts'
import { checkBodyHeaders, parseJsonBody } from '../request/json-body.ts'
import { RequestDeadlines } from '../request/request-deadline.ts'
import { resolveRequestId } from '../request/request-id.ts'
import type { RawInput } from '../request/route-input.ts'
import { toFailure } from '../response/error-response.ts'
import type { ResponseEntry } from '../response/response-entry.ts'
import type { AnyRoute } from '../route.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { type Authorize, createAuthorize } from './authorize.ts'
import { ClientErrors } from './client-errors.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { type DirectRoute, DirectRoutes } from './direct-routes.ts'
import { type Exchange, exchangeKey, exchangeOf } from './exchange.ts'
import { respondToUnmatched } from './handle-unmatched.ts'
import { limitUnreadBody } from './limit-unread-body.ts'
import { createResponseRecorder } from './record-response.ts'
import { ResponseCache } from './response-cache.ts'
import { ResponseSender } from './response-sender.ts'
import { createRouteHandler, type HandleRoute } from './route-handler.ts'
import { hasEmptyParameter, routerOptions } from './router-options.ts'
import type { ServerOptions } from './server-options.ts'

export interface HttpServer {
  readonly app: FastifyInstance
  readonly nodeServer: NodeServer
  /** Sends the response to a request outside the mounted routes. */
  respond(request: FastifyRequest, reply: FastifyReply, entry: ResponseEntry): FastifyReply
  /** The hook for requests outside the mounted routes: they are rate-limited too. */
  readonly authorizeSupport: onRequestHookHandler
  /** Mounts routes below a base path; call before `listen`. */
  mount(base: string, routes: readonly AnyRoute[]): void
}

export function createServer(options: ServerOptions): HttpServer {
  const { clock, logger, metrics, accessControl, loadShedder } = options
  const resolveAddress = createAddressResolver(options.trustedProxies)
  const recordResponse = createResponseRecorder(logger, options.logRequests)
  let isClosing = false
  const hasCapacity = () => loadShedder.hasCapacity() && !loadShedder.draining && !isClosing
  const cache = new ResponseCache({
    clock,
    accessControl,
    recordResponse,
    bytesMax: options.cacheBytesMax,
    resolveAddress,
    hasCapacity,
  })
  metrics.gauge('broadsheet_http_cache_responses', 'Cached responses.', () => cache.size.responses)
  metrics.gauge('broadsheet_http_cache_bytes', 'Memory of cached responses.', () => cache.size.bytes)
  const unmatched = metrics.meter('unmatched')
  const clientErrors = new ClientErrors({
    clock,
    meter: unmatched,
    isSandbox: options.isSandbox,
    limit: createConnectionLimit(options),
  })

  function countResponse(
    { request, requestId, meter = unmatched, elapsedMs }: Exchange,
    status: number,
  ): void {
    recordResponse(meter, requestId, request.method ?? '', status, elapsedMs)
  }
  const { requestTimeoutMs } = options
  const sender = new ResponseSender({ ...options, countResponse })
  const direct = new DirectRoutes({ ...options, sender, recordResponse, resolveAddress, hasCapacity })

  const admission = {
    ...options,
    sender,
    resolveAddress,
    deadlines: new RequestDeadlines(requestTimeoutMs),
    countDisconnected: ({ meter = unmatched, elapsedMs }: Exchange) => meter.count(499, elapsedMs),
  }
  const authorizeSupport = createAuthorize('none', { ...admission, routeInfo: supportRouteInfo })
  async function refuse(failure: Failure, exchange: Exchange): Promise<void> {
    try {
      if (await authorizeSupport(exchange)) sender.sendError(failure, exchange)
    } catch (thrown) {
      sender.sendError(toFailure(thrown), exchange)
    }
  }

  const streams = new LiveConnections({ ...options, limits: options.streamLimits })
  /** Where clients may ask for a WebSocket. */
  const socketPaths = new Set<string>()

  const app: FastifyInstance = fastify<NodeServer>({
    loggerInstance: withoutChildren(logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyBytesMax,
    requestIdHeader: false,
    genReqId: resolveRequestId as never,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions,
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (error, request, reply) => void refuse(toFailure(error), exchangeOf(request, reply)),
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket),
    serverFactory: (handle) =>
      createNodeHttpServer(options, clientErrors, socketPaths, (request, response) => {
        if (!isUpgrade(request) && (cache.serve(request, response) || direct.serve(request, response))) {
          // Not sent yet, or pipelined behind another response.
          if (!response.writableEnded || response.socket === null)
            clientErrors.trackRequest(request, response)
          return
        }
        if (hasBody(request)) limitUnreadBody(request, response)
        // Without this, the framework would wait for a body that never comes.
        else delete request.headers['content-type']
        clientErrors.trackRequest(request, response)
        handle(request, response)
      }),
  })
  installBodyParser(app)
  app.decorateRequest(exchangeKey)
  const connections = trackConnections(app.server)

  const methods = new AllowedMethods()
  app.addHook('onRoute', ({ url, method, config }) => {
    const added = [method].flat()
    methods.add(url, added)
    if (added.includes('GET')) direct.add(url, (config as { direct?: DirectRoute } | undefined)?.direct)
  })
  async function respondWithoutRoute(
    request: FastifyRequest,
    reply: FastifyReply,
    malformed: Failure | undefined,
  ): Promise<FastifyReply> {
    const exchange = exchangeOf(request, reply)
    if (!(await authorizeSupport(exchange))) return reply.hijack()
    if (malformed) throw malformed
    sender.send(exchange, respondToUnmatched(request, methods))
    return reply.hijack()
  }
  // Hooks that call back are cheaper than those that return a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const malformed = findMalformed(request)
    // Before a body is parsed that nothing will use.
    if (
      malformed ||
      request.routeOptions.url === undefined ||
      hasEmptyParameter((request.params ?? {}) as RawInput['params'])
    ) {
      return respondWithoutRoute(request, reply, malformed)
    }
    loadShedder.check(request.routeOptions.url)
    // What the head says of a body can be an error that the parser reports a moment later, before any response.
    if (hasBody(request.raw)) setImmediate(done)
    else done()
    return undefined
  })
  app.addHook('onResponse', (request, reply, done) => {
    countResponse(exchangeOf(request, reply), reply.statusCode)
    done()
  })
  // While closing, the server no longer times out clients that never finish a request, or never start one.
  app.addHook('preClose', async () => {
    isClosing = true
    streams.endAll()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    const cut = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs).unref()
    app.server.once('close', () => clearTimeout(cut))
  })

  // Hijacked only after the head is written: a header that the runtime rejects still becomes a 500.
  app.setErrorHandler((error, request, reply) => {
    sender.sendError(toFailure(error, request.routeOptions.bodyLimit), exchangeOf(request, reply))
    reply.hijack()
  })

  return {
    app,
    nodeServer: app.server,
    respond(request, reply, entry) {
      sender.send(exchangeOf(request, reply), entry)
      return reply.hijack()
    },
    authorizeSupport: toHook(authorizeSupport),
    mount(base, routes) {
      for (const [url, route] of routes.flatMap((route) =>
        mountUrls(base, route).map((url) => [url, route] as const),
      )) {
        const meter = metrics.meter(`${route.method} ${url}`)
        const routeInfo = toRouteInfo(route, url)
        const deps = { ...admission, cache, streams, meter, routeInfo }
        const handle = createRouteHandler(route, url, deps)
        const isDirect = route.method === 'GET' && !route.live && !route.passthrough
        const direct: DirectRoute = { access: route.access, routeInfo, meter, handle }
        if (route.live === 'socket') socketPaths.add(url)
        const definition: RouteOptions = {
          method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
          url,
          config: {
            meter,
            passthrough: route.passthrough ?? false,
            ...(isDirect ? { direct } : {}),
          } as never,
          bodyLimit: Math.min(route.bodyBytesMax ?? bodyBytesDefault, options.bodyBytesMax),
          onRequest: toHook(createAuthorize(route.access, deps)),
          ...(route.method === 'GET' ? {} : { preParsing: sendContinue }),
          handler: toFrameworkHandler(handle),
        }
        if (route.passthrough) app.register(async (scope) => acceptAnyBody(scope).route(definition))
        else app.route(definition)
      }
    },
  }
}

/** Enough for every body without long lists or texts. */
const bodyBytesDefault = 16_384

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function findMalformed({ raw, query, routeOptions }: FastifyRequest): Failure | undefined {
  try {
    checkHead(raw)
  } catch (failure) {
    return failure as Failure
  }
  const { passthrough } = routeOptions.config as { passthrough?: boolean }
  return query instanceof Failure && !passthrough ? query : undefined
}

function createNodeHttpServer(
  { requestTimeoutMs }: ServerOptions,
  clientErrors: ClientErrors,
  socketPaths: ReadonlySet<string>,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): NodeServer {
  const server = createNodeServer(
    {
      maxHeaderSize: headBytesMax,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
      // Checked in `checkHead`, so that the error has a body.
      requireHostHeader: false,
      // Worth a tenth of the cost of a cached response.
      optimizeEmptyRequests: true,
      // All other requests for an upgrade are answered as if they did not ask for it.
      shouldUpgradeCallback: ({ method, headers, url = '' }) =>
        method === 'GET' &&
        headers.upgrade?.toLowerCase() === 'websocket' &&
        socketPaths.has(url.split('?', 1)[0] ?? ''),
    },
    listener,
  )
  server.maxHeadersCount = 0
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); by default the server rejects them without a body.
  server.on('checkExpectation', listener)
  // By default the server asks for every body before the request is checked.
  server.on('checkContinue', listener)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const response = new ServerResponse(request)
    prepareUpgrade(request, response, socket, head)
    listener(request, response)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => clientErrors.rejectConnect(socket))
  return server
}

/** Lets a client that waits with its body send it, unless it is too large. */
function sendContinue(
  { headers, raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  _body: unknown,
  done: () => void,
): void {
  const expectsContinue = /\b100-continue\b/i.test(headers.expect ?? '') && raw.httpVersion === '1.1'
  if (expectsContinue && Number(headers['content-length'] ?? 0) <= routeOptions.bodyLimit)
    reply.raw.writeContinue()
  done()
}

/** The open connections. */
function trackConnections(server: NodeServer): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** As a hook: it calls back at once where it can, which is cheaper than a promise. */
function toHook(authorize: Authorize): onRequestHookHandler {
  return (request, reply, done) => {
    const authorized = authorize(exchangeOf(request, reply))
    if (authorized !== true) return authorized.then((isWaiting) => (isWaiting ? undefined : reply.hijack()))
    done()
    return undefined
  }
}

function toFrameworkHandler(handle: HandleRoute): RouteHandlerMethod {
  return async (request, reply) => {
    const { params, query, body } = request
    await handle(exchangeOf(request, reply), { params, query, body } as RawInput)
    return reply.hijack()
  }
}

/** A logger per request is expensive, and only failing requests are logged. A factory of ours would be checked each time. */
function withoutChildren(logger: Logger): FastifyBaseLogger {
  const alone = Object.create(logger) as FastifyBaseLogger
  alone.child = () => alone
  return alone
}

/** Without these the framework would load its own compilers, although nothing uses them. */
const noCompilers = { buildValidator: refuseToCompile, buildSerializer: refuseToCompile }

function refuseToCompile(): never {
  throw new TypeError(
    'the framework compiles no schemas: input is parsed and responses are rendered elsewhere',
  )
}

/** Bodies are JSON, parsed strictly. */
function installBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      checkBodyHeaders(request.headers)
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Bodies of any type are passed on as text. */
function acceptAnyBody(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    checkBodyHeaders(request.headers)
    return body
  })
  return scope
}

/** The index of a mounted service responds with and without the trailing slash. */
function mountUrls(base: string, { path }: AnyRoute): string[] {
  if (path !== '') return [base + path]
  return base === '' ? ['/'] : [base, `${base}/`]
}
