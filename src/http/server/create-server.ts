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
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '../../core/errors.ts'
import { supportRouteInfo, toRouteInfo } from '../access-control.ts'
import { LiveConnections } from '../live/live-connections.ts'
import { isUpgrade, prepareUpgrade } from '../live/socket-stream.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { createAddressResolver } from '../request/address-resolver.ts'
import { checkHead, headBytesMax } from '../request/head-limits.ts'
import { checkBodyHeaders, parseJsonBody } from '../request/json-body.ts'
import { parseQueryString } from '../request/query-string.ts'
import { RequestDeadlines } from '../request/request-deadline.ts'
import { resolveRequestId } from '../request/request-id.ts'
import { createBodyParser, createParameterParser } from '../request/validate.ts'
import { toFailure } from '../response/error-response.ts'
import type { AnyRoute } from '../route.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { ClientErrors } from './client-errors.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { respondToUnmatched } from './handle-unmatched.ts'
import { limitUnreadBody } from './limit-unread-body.ts'
import { createResponseRecorder } from './record-response.ts'
import { ResponseCache } from './response-cache.ts'
import { admittedKey, ResponseSender } from './response-sender.ts'
import { createAuthorize, createRouteHandler, toHook } from './route-handler.ts'
import type { ServerOptions } from './server-options.ts'

export interface HttpServer {
  readonly app: FastifyInstance
  readonly nodeServer: NodeServer
  readonly sender: ResponseSender
  /** The hook for requests outside the mounted routes: they are rate-limited too. */
  readonly authorizeSupport: onRequestHookHandler
  /** Mounts routes below a base path; call before `listen`. */
  mount(base: string, routes: readonly AnyRoute[]): void
}

export function createServer(options: ServerOptions): HttpServer {
  const { clock, logger, metrics, accessControl, loadShedder } = options
  const resolveAddress = createAddressResolver(options.trustedProxies)
  const recordResponse = createResponseRecorder(logger, options.logRequests)
  const canServeCached = () => loadShedder.hasCapacity() && !loadShedder.draining
  const cache = new ResponseCache({
    clock,
    accessControl,
    recordResponse,
    bytesMax: options.cacheBytesMax,
    resolveAddress,
    canServeCached,
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

  function countResponse(request: FastifyRequest, { elapsedTime }: FastifyReply, status: number): void {
    const { meter = unmatched } = request.routeOptions.config as { meter?: RouteMeter }
    recordResponse(meter, request.id, request.method, status, elapsedTime)
  }
  const { requestTimeoutMs } = options
  const sender = new ResponseSender({
    clock,
    loadShedder,
    requestTimeoutMs,
    isSandbox: options.isSandbox,
    countResponse,
  })

  const admission = { ...options, sender, resolveAddress, deadlines: new RequestDeadlines(requestTimeoutMs) }
  const authorizeSupport = createAuthorize('none', {
    ...admission,
    meter: unmatched,
    routeInfo: supportRouteInfo,
  })
  async function refuse(failure: Failure, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      if ((await authorizeSupport(request, reply)) === undefined) sender.sendError(failure, request, reply)
    } catch (thrown) {
      sender.sendError(toFailure(thrown), request, reply)
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
    routerOptions: {
      maxParamLength: 1024,
      querystringParser: deferredQueryString,
      ignoreTrailingSlash: false,
    },
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (error, request, reply) => void refuse(toFailure(error), request, reply),
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket),
    serverFactory: (handle) =>
      createNodeHttpServer(options, clientErrors, socketPaths, (request, response) => {
        if (!isUpgrade(request) && cache.serve(request, response)) {
          // Pipelined behind another response; all others have been sent already.
          if (response.socket === null) clientErrors.trackRequest(request, response)
          return
        }
        if (hasBody(request)) limitUnreadBody(request, response)
        // Without this, the framework would wait for a body that never comes.
        else delete request.headers['content-type']
        clientErrors.trackRequest(request, response)
        handle(request, response)
      }),
  })
  installStrictParsers(app)
  app.decorateRequest(admittedKey)
  const connections = trackConnections(app.server)

  const methods = new AllowedMethods()
  app.addHook('onRoute', ({ url, method }) => methods.add(url, [method].flat()))
  async function respondWithoutRoute(
    request: FastifyRequest,
    reply: FastifyReply,
    malformed: Failure | undefined,
  ): Promise<FastifyReply> {
    const disconnected = await authorizeSupport(request, reply)
    if (disconnected) return disconnected
    if (malformed) throw malformed
    return sender.send(request, reply, respondToUnmatched(request, methods))
  }
  // Hooks that call back are cheaper than those that return a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const malformed = findMalformed(request)
    // Before a body is parsed that nothing will use.
    if (malformed || request.routeOptions.url === undefined || hasEmptyParameter(request)) {
      return respondWithoutRoute(request, reply, malformed)
    }
    loadShedder.check(request.routeOptions.url)
    // What the head says of a body can be an error that the parser reports a moment later, before any response.
    if (hasBody(request.raw)) setImmediate(done)
    else done()
    return undefined
  })
  app.addHook('onResponse', (request, reply, done) => {
    countResponse(request, reply, reply.statusCode)
    done()
  })
  // While closing, the server no longer times out clients that never finish a request, or never start one.
  app.addHook('preClose', async () => {
    streams.endAll()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    const cut = setTimeout(() => app.server.closeAllConnections(), requestTimeoutMs).unref()
    app.server.once('close', () => clearTimeout(cut))
  })

  app.setErrorHandler((error, request, reply) =>
    sender.sendError(toFailure(error, request.routeOptions.bodyLimit), request, reply),
  )

  return {
    app,
    nodeServer: app.server,
    sender,
    authorizeSupport: toHook(authorizeSupport),
    mount(base, routes) {
      for (const [url, route] of routes.flatMap((route) =>
        mountUrls(base, route).map((url) => [url, route] as const),
      )) {
        const meter = metrics.meter(`${route.method} ${url}`)
        const routeInfo = toRouteInfo(route, url)
        const deps = { ...admission, cache, streams, meter, routeInfo }
        if (route.live === 'socket') socketPaths.add(url)
        const definition: RouteOptions = {
          method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
          url,
          config: { meter, passthrough: route.passthrough ?? false } as never,
          bodyLimit: Math.min(route.bodyBytesMax ?? bodyBytesDefault, options.bodyBytesMax),
          schema: route.passthrough ? {} : validationSchema(route),
          onRequest: toHook(createAuthorize(route.access, deps)),
          ...(route.method === 'GET' ? {} : { preParsing: sendContinue }),
          ...(route.bodyOptional ? { preValidation: defaultBody } : {}),
          handler: createRouteHandler(route, url, deps),
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

/** `/notices/` is not the notice without an id: the path exists without its last slash. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  const values = (params ?? {}) as Record<string, string>
  for (const name in values) if (values[name] === '' && name !== '*') return true
  return false
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

/** An optional body that is absent is validated as an empty object. */
async function defaultBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

/** A logger per request is expensive, and only failing requests are logged. A factory of ours would be checked each time. */
function withoutChildren(logger: Logger): FastifyBaseLogger {
  const alone = Object.create(logger) as FastifyBaseLogger
  alone.child = () => alone
  return alone
}

/** Without these the framework would load its own compilers, although `installStrictParsers` replaces them. */
const noCompilers = { buildValidator: refuseToCompile, buildSerializer: refuseToCompile }

function refuseToCompile(): never {
  throw new TypeError(
    'the framework compiles no schemas: parsers are strict, and responses are rendered before',
  )
}

/** Parameters and bodies are parsed strictly; nothing is coerced. */
function installStrictParsers(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const parse =
      httpPart === 'body'
        ? createBodyParser(schema as never)
        : createParameterParser(schema as never, httpPart === 'params' ? 'path' : 'query')
    return (value) => {
      try {
        return { value: parse(value as never) }
      } catch (error) {
        return { error: error as Error }
      }
    }
  })
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

function validationSchema({ method, query, params, body }: AnyRoute): Record<string, unknown> {
  return {
    ...(method === 'GET' || query ? { querystring: query ?? { type: 'object', properties: {} } } : {}),
    ...(params ? { params } : {}),
    ...(body ? { body } : {}),
  }
}

/** An error thrown inside the router would bypass the error handler, so it is returned and thrown in the first hook. */
function deferredQueryString(text: string): Record<string, string> {
  try {
    return parseQueryString(text)
  } catch (failure) {
    return failure as Record<string, string>
  }
}

/** The index of a mounted service responds with and without the trailing slash. */
function mountUrls(base: string, { path }: AnyRoute): string[] {
  if (path !== '') return [base + path]
  return base === '' ? ['/'] : [base, `${base}/`]
}
