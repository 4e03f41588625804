/** The HTTP edge all services share: from socket to handler and back, with the same conventions everywhere. */

import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { type AccessControl, toRouteInfo } from '../access-control.ts'
import type { CursorCodec } from '../cursor.ts'
import type { Metrics, RouteMeter } from '../metrics/metrics.ts'
import { createAddressResolver } from '../request/address-resolver.ts'
import { checkHead, headBytesMax } from '../request/head-limits.ts'
import { checkBodyHeaders, parseJsonBody } from '../request/json-body.ts'
import { parseQueryString } from '../request/query-string.ts'
import { resolveRequestId } from '../request/request-id.ts'
import { createBodyParser, createParameterParser } from '../request/validate.ts'
import { createErrorSender, toFailure } from '../response/error-response.ts'
import { fixedHeaders } from '../response/headers.ts'
import type { AnyRoute } from '../route.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { ClientErrors } from './client-errors.ts'
import { FrameworkLog } from './framework-log.ts'
import { handleUnmatched } from './handle-unmatched.ts'
import type { LoadShedder } from './load-shedder.ts'
import { createRequestLog } from './request-log.ts'
import { ResponseCache } from './response-cache.ts'
import { createAuthorizeHook, createRouteHandler } from './route-handler.ts'

export interface ServerOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly accessControl: AccessControl
  readonly cursors: CursorCodec
  readonly loadShedder: LoadShedder
  /** For the request to arrive, and again for the answer to be made. */
  readonly requestTimeoutMs: number
  readonly bodyBytesMax: number
  readonly trustedProxies: readonly string[]
  readonly logRequests: 'all' | 'errors' | 'none'
  /** Memory for answers that can be given again. */
  readonly cacheBytesMax: number
  /** Number of the newest publication of a scope. */
  versionOf(scope: string): number
}

export interface HttpServer {
  readonly app: FastifyInstance
  readonly nodeServer: NodeServer
  /** Mounts routes below a base path; call before `listen`. */
  mount(base: string, routes: readonly AnyRoute[]): void
}

export function createServer(options: ServerOptions): HttpServer {
  const { clock, logger, metrics, accessControl, loadShedder } = options
  const resolveAddress = createAddressResolver(options.trustedProxies)
  const log = createRequestLog(logger, options.logRequests)
  const canServeCached = () => loadShedder.hasCapacity() && !loadShedder.draining
  const cache = new ResponseCache({
    clock,
    accessControl,
    log,
    bytesMax: options.cacheBytesMax,
    resolveAddress,
    canServeCached,
  })
  const unmatched = metrics.meter('unmatched')
  const clientErrors = new ClientErrors(clock, unmatched)
  const sendError = createErrorSender(clock)

  function countResponse(request: FastifyRequest, { elapsedTime }: FastifyReply, status: number): void {
    const { meter = unmatched } = request.routeOptions.config as { meter?: RouteMeter }
    meter.count(status, elapsedTime)
    const { id, method } = request
    log.logResponse({ id, method, route: meter.route, status, elapsedMs: elapsedTime })
  }

  const app: FastifyInstance = fastify<NodeServer>({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new FrameworkLog(countResponse),
    // A logger for each request is dear, and only those that fail have something to say.
    childLoggerFactory: (parent) => parent,
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
    frameworkErrors: (error, request, reply) => sendError(toFailure(error), request, reply),
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket),
    serverFactory: (handle) =>
      createNodeHttpServer(options, clientErrors, (request, response) => {
        if (cache.serve(request, response)) {
          // Behind others on its connection; the rest are on their way already.
          if (response.socket === null) clientErrors.trackRequest(request, response)
          return
        }
        dropContentTypeWithoutBody(request)
        // The parser reads nothing behind a request that asks for another protocol.
        if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
        clientErrors.trackRequest(request, response)
        handle(request, response)
      }),
  })
  installStrictParsers(app)
  const connections = trackConnections(app.server)

  const methods = new AllowedMethods()
  app.addHook('onRoute', ({ url, method }) => methods.add(url, [method].flat()))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixedHeaders)
    reply.header('x-request-id', request.id)
    checkHead(request.raw)
    const { passthrough } = request.routeOptions.config as { passthrough?: boolean }
    if (request.query instanceof Failure && !passthrough) throw request.query
    // Before a body is looked at that nobody will read.
    if (request.routeOptions.url === undefined) return handleUnmatched(request, reply, methods)
    loadShedder.check(request.routeOptions.url)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('server-timing', `total;dur=${Math.round(reply.elapsedTime)}`)
    if (loadShedder.draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('onResponse', async (request, reply) => countResponse(request, reply, reply.statusCode))
  // Once it is closing, the server no longer looks for callers who never finish their request, or begin none.
  app.addHook('preClose', async () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    const cut = setTimeout(() => app.server.closeAllConnections(), options.requestTimeoutMs).unref()
    app.server.once('close', () => clearTimeout(cut))
  })

  app.setErrorHandler((error, request, reply) =>
    sendError(toFailure(error, request.routeOptions.bodyLimit), request, reply),
  )

  return {
    app,
    nodeServer: app.server,
    mount(base, routes) {
      for (const [url, route] of routes.flatMap((route) =>
        mountUrls(base, route).map((url) => [url, route] as const),
      )) {
        const meter = metrics.meter(`${route.method} ${url}`)
        const routeInfo = toRouteInfo(route.method, url, route.tag, route.access)
        const deps = { ...options, cache, meter, routeInfo, resolveAddress }
        const definition: RouteOptions = {
          method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
          url,
          config: { meter, passthrough: route.passthrough ?? false } as never,
          ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
          schema: route.passthrough ? {} : validationSchema(route),
          onRequest: createAuthorizeHook(route, deps),
          ...(route.method === 'GET' ? {} : { preParsing: sendContinue }),
          handler: createRouteHandler(route, url, deps),
        }
        if (route.passthrough) app.register(async (scope) => acceptAnyBody(scope).route(definition))
        else app.route(definition)
      }
    },
  }
}

/** A type without a body announces nothing; the framework would wait for what never comes. */
function dropContentTypeWithoutBody({ headers }: IncomingMessage): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type']
  }
}

function createNodeHttpServer(
  { requestTimeoutMs }: ServerOptions,
  clientErrors: ClientErrors,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): NodeServer {
  const server = createNodeServer(
    {
      maxHeaderSize: headBytesMax,
      requestTimeout: requestTimeoutMs,
      headersTimeout: Math.min(10_000, requestTimeoutMs),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: Math.min(1000, requestTimeoutMs),
      // Checked by us, so that the refusal has a body.
      requireHostHeader: false,
      // A request without a body has nothing to stream; this alone is a tenth of the cost of a hot answer.
      optimizeEmptyRequests: true,
    },
    listener,
  )
  server.maxHeadersCount = 0
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); by itself the server would refuse them without a body.
  server.on('checkExpectation', listener)
  // By itself the server would ask for every body before anybody knows whether it is wanted.
  server.on('checkContinue', listener)
  server.on('connect', (_request: IncomingMessage, socket: Socket) => clientErrors.rejectConnect(socket))
  return server
}

/** Tells a caller who waits with a body to send it; one that is too large is refused without. */
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

/** Those that are open. */
function trackConnections(server: NodeServer): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

/** Parameters and bodies are checked by our own readers, which never guess. */
function installStrictParsers(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const read =
      httpPart === 'body'
        ? createBodyParser(schema as never)
        : createParameterParser(schema as never, httpPart === 'params' ? 'path' : 'query')
    return (given) => {
      try {
        return { value: read(given as never) }
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

/** Bodies of any type stay the text they are. */
function acceptAnyBody(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    checkBodyHeaders(request.headers)
    return body
  })
  return scope
}

function validationSchema({ method, query, params, body, bodyOptional }: AnyRoute): Record<string, unknown> {
  return {
    ...(method === 'GET' || query ? { querystring: query ?? { type: 'object', properties: {} } } : {}),
    ...(params ? { params } : {}),
    ...(body && !bodyOptional ? { body } : {}),
  }
}

/** Thrown inside the router it would escape the error handler, so it is carried to the first hook. */
function deferredQueryString(text: string): Record<string, string> {
  try {
    return parseQueryString(text)
  } catch (failure) {
    return failure as Record<string, string>
  }
}

/** The index of a mounted service answers with and without the slash. */
function mountUrls(base: string, { path }: AnyRoute): string[] {
  if (path !== '') return [base + path]
  return base === '' ? ['/'] : [base, `${base}/`]
}
