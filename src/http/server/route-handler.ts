/** Answers one request to one route: gate, negotiation, conditional request, handler, envelope. */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toInstant } from '../../core/clock.ts'
import {
  type Admission,
  hasCredential,
  type RouteInfo,
  rateLimitFields,
  toCaller,
  unrestricted,
} from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { HandlerCache, Reply } from '../reply.ts'
import { FastifyRequestContext, type ParsedRequest } from '../request/fastify-request-context.ts'
import { preferredCoding } from '../request/negotiate.ts'
import { ClientDisconnected, RequestDeadline } from '../request/request-deadline.ts'
import { createBodyParser } from '../request/validate.ts'
import { appendSuffix, compressBytesMin, compressPrefix } from '../response/compress.ts'
import {
  ageHeaders,
  cacheHeaders,
  computeValidity,
  etagMatches,
  handlerCacheHeaders,
  type Validity,
} from '../response/freshness.ts'
import { fixedHeaders } from '../response/headers.ts'
import { withNextPage } from '../response/next-page.ts'
import { renderReply, renderStream, renderSuffix } from '../response/render.ts'
import {
  csvColumns,
  dispositionHeaders,
  negotiateRepresentation,
  representations,
  routeMediaTypes,
} from '../response/representation.ts'
import { streamResponse } from '../response/stream-response.ts'
import type { AnyRoute, CachePolicy } from '../route.ts'
import type { ServerOptions } from './create-server.ts'
import type { ResponseCache } from './response-cache.ts'

interface RouteDeps extends ServerOptions {
  readonly cache: ResponseCache
  readonly meter: RouteMeter
  readonly routeInfo: RouteInfo
  resolveAddress(request: IncomingMessage): string
}

/** What is known about a request before its handler runs. */
interface Exchange extends ParsedRequest {
  readonly reply: FastifyReply
  readonly policy: CachePolicy
  readonly validity: Validity | undefined
  /** The caching headers of this answer. */
  readonly cacheHeaders: Readonly<Record<string, string>>
  readonly isPrivate: boolean
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const admissions = new WeakMap<FastifyRequest, Admission>()

/** Lets the caller in, or not, before a body is read or a parameter looked at. */
export function createAuthorizeHook(
  route: AnyRoute,
  { accessControl, resolveAddress, requestTimeoutMs, meter, routeInfo, clock }: RouteDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  return async (request, reply) => {
    accessControl.checkUrl?.(request.url)
    const caller = toCaller(request.raw, resolveAddress(request.raw))
    const admission = accessControl.admitSync(caller, route.access, routeInfo, clock.now())
    if (admission) {
      setAdmission(request, reply, admission)
      return undefined
    }
    const deadline = new RequestDeadline(reply.raw, requestTimeoutMs)
    try {
      setAdmission(request, reply, await deadline.wait(accessControl.admit(caller, route.access, routeInfo)))
      return undefined
    } catch (error) {
      if (!(error instanceof ClientDisconnected)) throw error
      meter.count(499, reply.elapsedTime)
      return reply.hijack()
    } finally {
      deadline.stop()
    }
  }
}

function setAdmission(request: FastifyRequest, reply: FastifyReply, admission: Admission): void {
  admissions.set(request, admission)
  if (admission.rateLimit) reply.headers(rateLimitFields(admission.rateLimit))
}

/** Counts the request in, bounds its time, and gives up when nobody waits for the answer any more. */
export function createRouteHandler(route: AnyRoute, url: string, deps: RouteDeps): Handler {
  const { loadShedder, meter, requestTimeoutMs } = deps
  const parseRequest = createRequestParser(route, url, deps)
  const buildContext = createContextBuilder(route, deps)
  const sendReply = createReplySender(route, deps)
  return async (request, reply) => {
    loadShedder.enter(url)
    const deadline = new RequestDeadline(reply.raw, requestTimeoutMs)
    try {
      const exchange = parseRequest(request, reply, deadline)
      if (exchange.validity && etagMatches(request.headers['if-none-match'], exchange.validity.etag)) {
        return sendNotModified(exchange)
      }
      return await sendReply(exchange, await deadline.wait(route.handle(buildContext(exchange))))
    } catch (error) {
      if (!(error instanceof ClientDisconnected)) throw error
      meter.count(499, reply.elapsedTime)
      return reply.hijack()
    } finally {
      deadline.stop()
      loadShedder.leave()
    }
  }
}

/** Finds out what the caller wants. */
function createRequestParser(route: AnyRoute, url: string, { clock, resolveAddress, versionOf }: RouteDeps) {
  const offered = routeMediaTypes(route)
  const policy = route.method === 'GET' ? route.cache : 'no-store'
  return (request: FastifyRequest, reply: FastifyReply, deadline: RequestDeadline): Exchange => {
    const address = resolveAddress(request.raw)
    const admission = admissions.get(request) ?? unrestricted
    const nowMs = clock.now()
    const representation = negotiateRepresentation(request.headers.accept, offered)
    const params = request.params as Record<string, unknown>
    const query = route.passthrough ? {} : (request.query as Record<string, unknown>)
    const validity = computeValidity(policy, [url, params, query, representation], nowMs, versionOf)
    const isPrivate = hasCredential(toCaller(request.raw, address))
    const fresh = cacheHeaders(policy, validity, isPrivate)
    const question = { url, params, query }
    return {
      request,
      reply,
      deadline,
      admission,
      nowMs,
      pageRequest: question,
      address,
      representation,
      policy,
      validity,
      cacheHeaders: fresh,
      isPrivate,
    }
  }
}

/** Puts together what a handler is given. */
function createContextBuilder(route: AnyRoute, { cursors }: RouteDeps) {
  const readOptionalBody = route.body && route.bodyOptional ? createBodyParser(route.body) : undefined
  return (exchange: Exchange): FastifyRequestContext => {
    const { body } = exchange.request
    const given = readOptionalBody ? readOptionalBody(body === undefined ? {} : body) : body
    return new FastifyRequestContext(exchange, given, cursors)
  }
}

/** Renders, packs and sends what a handler returned, and keeps it for the next who asks. */
function createReplySender(route: AnyRoute, deps: RouteDeps) {
  const { clock, cursors, cache, meter, routeInfo } = deps
  const columns = csvColumns(route)
  const sendStream = createStreamSender(route, deps)
  return async (exchange: Exchange, given: Reply): Promise<FastifyReply> => {
    const { request, reply, nowMs, representation, policy } = exchange
    if (given.stream) return sendStream(exchange, { ...given, stream: given.stream })
    const result = withNextPage(given, exchange.pageRequest, request.url, cursors)
    const ownCache = policy === 'own' ? result.cache : undefined
    // What a handler calls `no-store` was made for this request alone: it is not kept, and has no tag to come back with.
    const isForOne = result.headers?.['cache-control'] === 'no-store'
    const fresh = {
      ...(isForOne ? {} : exchange.cacheHeaders),
      ...(result.cache ? ageHeaderFields(result.cache, nowMs) : {}),
    }
    if (ownCache) Object.assign(fresh, handlerCacheHeaders(ownCache, exchange.isPrivate))
    if (ownCache && etagMatches(request.headers['if-none-match'], ownCache.etag)) {
      return sendNotModified({ ...exchange, cacheHeaders: fresh })
    }
    const rendered = renderReply(result, representation, result.columns ?? columns)
    const isKept = rendered.status === 200 && !isForOne
    const validity = isKept ? (exchange.validity ?? handlerCacheValidity(ownCache)) : undefined
    const packs = rendered.prefix.length >= compressBytesMin && isCompressible(route)
    const encoding = packs ? preferredCoding(request.headers['accept-encoding']) : 'identity'
    const packed = encoding === 'identity' ? undefined : await compressPrefix(encoding, rendered.prefix)
    const own = {
      'content-type': rendered.type,
      ...dispositionHeaders(route, representation),
      ...result.headers,
    }
    if (validity && validity.expiresAt > nowMs) {
      const told = ownCache ? handlerCacheHeaders(ownCache, false) : cacheHeaders(policy, validity, false)
      const shared = { ...fixedHeaders, ...told }
      cache.store(request.raw, {
        ...validity,
        rendered,
        headers: { ...shared, ...own },
        notModifiedHeaders: shared,
        isCompressible: packs,
        compressed: packed ? { [encoding]: packed } : {},
        access: route.access,
        routeInfo,
        meter,
        ...(ownCache ? { handlerCache: ownCache } : {}),
      })
    }
    if (validity && request.headers['if-none-match']?.trim() === '*')
      return sendNotModified({ ...exchange, cacheHeaders: fresh })
    reply.headers({ ...fresh, ...own }).code(rendered.status)
    // Not when it was asked for: what the handler fetched would seem to come from the future.
    const tail = renderSuffix(rendered, request.id, toInstant(clock.now()))
    if (encoding === 'identity' || !packed) return reply.send(Buffer.concat([rendered.prefix, tail]))
    const body = Buffer.from(appendSuffix(encoding, packed, tail), 'latin1')
    return reply.header('content-encoding', encoding).send(body)
  }
}

/** Sends what a handler makes while it is sent; kept for nobody. */
function createStreamSender(route: AnyRoute, { requestTimeoutMs }: RouteDeps) {
  return (
    { request, reply, nowMs, cacheHeaders }: Exchange,
    given: Parameters<typeof renderStream>[0],
  ): FastifyReply => {
    const body = renderStream(given, request.id, toInstant(nowMs))
    const encoding = isCompressible(route) ? preferredCoding(request.headers['accept-encoding']) : 'identity'
    reply.headers({ ...cacheHeaders, 'content-type': representations.json, ...given.headers })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.code(given.status ?? 200).send(streamResponse(body, encoding, requestTimeoutMs))
  }
}

function ageHeaderFields(ownCache: HandlerCache, nowMs: number): Record<string, string> {
  const { age, cacheStatus } = ageHeaders(ownCache, nowMs)
  return { age, 'cache-status': cacheStatus }
}

function handlerCacheValidity(ownCache: HandlerCache | undefined): Validity | undefined {
  if (!ownCache) return undefined
  return { etag: ownCache.etag, expiresAt: ownCache.reusableUntil, isCurrent: () => true }
}

function sendNotModified({ reply, cacheHeaders }: Exchange): FastifyReply {
  return reply.headers(cacheHeaders).code(304).send()
}

function isCompressible(route: AnyRoute): boolean {
  return route.compress ?? route.cache !== 'no-store'
}
