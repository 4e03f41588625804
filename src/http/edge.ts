/** The HTTP edge all services share: from socket to handler and back, with the same conventions everywhere. */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { type Clock, toInstant } from '../core/clock.ts'
import { Failure } from '../core/errors.ts'
import { AllowedMethods } from './allowed-methods.ts'
import { answerRoute } from './answer-route.ts'
import type { CursorCodec } from './cursor.ts'
import { toErrorAnswer, toFailure } from './error-answer.ts'
import type { Gate } from './gate.ts'
import { fixedHeaders, preflightHeaders } from './headers.ts'
import { HotAnswers } from './hot-answers.ts'
import { readJsonBody } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import { parseQueryString } from './query-string.ts'
import { requestId } from './request-id.ts'
import type { AnyRoute } from './route.ts'
import type { Shedding } from './shedding.ts'
import { addressReader } from './trusted-proxies.ts'
import { bodyReader, parameterReader } from './validate.ts'

export interface EdgeOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly gate: Gate
  readonly cursors: CursorCodec
  readonly shedding: Shedding
  readonly requestTimeoutMs: number
  readonly bodyBytesMax: number
  readonly trustedProxies: readonly string[]
  readonly logRequests: 'all' | 'errors' | 'none'
  /** Memory for answers that can be given again. */
  readonly hotBytesMax: number
  /** Number of the newest publication of a scope. */
  versionOf(scope: string): number
}

export interface Edge {
  readonly app: FastifyInstance
  readonly server: Server
  /** Mounts routes below a base path; call before `listen`. */
  mount(base: string, routes: readonly AnyRoute[]): void
}

/** The whole head may be larger than both of its parts, so that each part gets its own status. */
const headBytesMax = 65_536
const urlBytesMax = 8192
const headerBytesMax = 16_384

export function createEdge(options: EdgeOptions): Edge {
  const { clock, logger, metrics, gate, shedding } = options
  const methods = new AllowedMethods()
  const addressOf = addressReader(options.trustedProxies)
  const hot = new HotAnswers({
    clock,
    gate,
    bytesMax: options.hotBytesMax,
    addressOf,
    isOpen: () => shedding.isOpen(),
  })
  const unmatched = metrics.meter('unmatched')

  const app: FastifyInstance = fastify<Server>({
    loggerInstance: logger as FastifyBaseLogger,
    disableRequestLogging: true,
    bodyLimit: options.bodyBytesMax,
    requestIdHeader: false,
    genReqId: (raw) => requestId(header(raw, 'x-request-id'), header(raw, 'traceparent')),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: {
      maxParamLength: 1024,
      querystringParser: deferredQueryString,
      ignoreTrailingSlash: false,
    },
    frameworkErrors: (error, request, reply) => sendFailure(toFailure(error), request, reply),
    clientErrorHandler: answerClientError,
    serverFactory: (handle) => {
      const server = createServer(
        {
          maxHeaderSize: headBytesMax,
          requestTimeout: options.requestTimeoutMs,
          headersTimeout: Math.min(10_000, options.requestTimeoutMs),
          keepAliveTimeout: 65_000,
          connectionsCheckingInterval: 1000,
          insecureHTTPParser: false,
        },
        (request, response) => {
          if (!hot.serve(request, response)) handle(request, response)
        },
      )
      server.maxRequestsPerSocket = 0
      return server
    },
  })

  app.setValidatorCompiler(({ schema, httpPart }) => {
    const read =
      httpPart === 'body'
        ? bodyReader(schema as never)
        : parameterReader(schema as never, httpPart === 'params' ? 'path' : 'query')
    return (given) => {
      try {
        return { value: read(given as never) }
      } catch (error) {
        return { error: error as Error }
      }
    }
  })
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(fixedHeaders)
    reply.header('x-request-id', request.id)
    checkHead(request.raw)
    if (request.query instanceof Failure) throw request.query
    if (request.routeOptions.url !== undefined) shedding.check(request.routeOptions.url)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { config } = request.routeOptions
    const meter = (config as { meter?: { count(status: number, ms: number): void } }).meter ?? unmatched
    meter.count(reply.statusCode, reply.elapsedTime)
    const failed = reply.statusCode >= 500
    if (options.logRequests === 'none' || (options.logRequests === 'errors' && !failed)) return
    request.log[failed ? 'warn' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })

  app.setErrorHandler((error, request, reply) => sendFailure(toFailure(error), request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const allowed = methods.of(path)
    if (allowed === undefined)
      throw new Failure('not_found', 'There is nothing at this path.', {
        details: { hint: 'The API references are linked from / and /docs.' },
      })
    reply.header('allow', allowed.join(', '))
    if (request.method === 'OPTIONS') {
      reply
        .headers(preflightHeaders)
        .header('access-control-allow-methods', allowed.join(', '))
        .header('cache-control', 'no-store')
      return reply.code(204).send()
    }
    throw new Failure('method_not_allowed', `This path does not take ${request.method}.`, {
      details: { allowed },
    })
  })

  function sendFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (failure.code === 'internal') request.log.error({ err: failure.cause }, 'defect while answering')
    else if (failure.status >= 500)
      request.log.warn({ code: failure.code, err: failure.cause }, failure.message)
    const answer = toErrorAnswer(failure, request.id, toInstant(clock.now()), request.headers.accept)
    if (failure.code === 'unsupported_media_type') reply.header('accept-post', 'application/json')
    // What could not be read to its end cannot be followed by another request on the same connection.
    if (failure.status === 413 || failure.status === 414 || failure.status === 431)
      reply.header('connection', 'close')
    return reply
      .headers(fixedHeaders)
      .headers({ 'x-request-id': request.id, ...answer.headers })
      .code(answer.status)
      .type(answer.type)
      .send(answer.body)
  }

  /** What never became a request: answered on the bare socket, in the same envelope. */
  function answerClientError(error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const failure = clientFailure(error)
    const answer = toErrorAnswer(failure, requestId(undefined, undefined), toInstant(clock.now()))
    unmatched.count(answer.status, 0)
    const lines = Object.entries({
      ...fixedHeaders,
      ...answer.headers,
      'content-type': answer.type,
      'content-length': String(Buffer.byteLength(answer.body)),
      connection: 'close',
    })
    socket.end(
      `HTTP/1.1 ${answer.status} ${failure.code}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${answer.body}`,
    )
  }

  return {
    app,
    server: app.server,
    mount(base, routes) {
      for (const route of routes) {
        const url = base + route.path
        methods.add(url, route.method)
        const meter = metrics.meter(`${route.method} ${url}`)
        app.route({
          method: route.method,
          url: url === '' ? '/' : url,
          config: { meter } as never,
          ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
          schema: {
            ...(route.method === 'GET' || route.query
              ? { querystring: route.query ?? { type: 'object', properties: {} } }
              : {}),
            ...(route.params ? { params: route.params } : {}),
            ...(route.body && !route.bodyOptional ? { body: route.body } : {}),
          },
          handler: answerRoute(route, url, { ...options, hot, meter, addressOf }),
        })
      }
    },
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

function checkHead(raw: IncomingMessage): void {
  if ((raw.url?.length ?? 0) > urlBytesMax) {
    throw new Failure('uri_too_long', `The URL is longer than ${urlBytesMax} bytes.`, {
      details: { bytes_max: urlBytesMax },
    })
  }
  let bytes = 0
  for (const piece of raw.rawHeaders) bytes += piece.length + 2
  if (bytes > headerBytesMax) {
    throw new Failure('headers_too_large', `The headers are longer than ${headerBytesMax} bytes.`, {
      details: { bytes_max: headerBytesMax },
    })
  }
}

function clientFailure(error: ConnectionError): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('request_timeout', 'The request did not arrive completely in time.')
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    // Typed as serialised, but at run time it is the bytes as they came.
    const packet = error.rawPacket as unknown as Buffer | undefined
    const line = packet?.subarray(0, urlBytesMax + 32).includes('\r\n')
    return line
      ? new Failure('headers_too_large', `The headers are longer than ${headerBytesMax} bytes.`)
      : new Failure('uri_too_long', `The URL is longer than ${urlBytesMax} bytes.`)
  }
  return new Failure('malformed_request', 'This is not a valid HTTP request.', { cause: error })
}

function header(
  raw: IncomingMessage | { headers: Record<string, string | string[] | undefined> },
  name: string,
): string | undefined {
  const value = raw.headers[name]
  return typeof value === 'string' ? value : undefined
}
