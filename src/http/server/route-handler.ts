/** Handles the requests of one route: admission, negotiation, conditional requests, handler, response. */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { type Access, type Caller, type RouteInfo, toCaller } from '../access-control.ts'
import type { StartLive } from '../live/live-connection.ts'
import type { LiveConnections } from '../live/live-connections.ts'
import { acceptUpgrade, isUpgrade } from '../live/socket-stream.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { HandlerCache, Reply } from '../reply.ts'
import { negotiateMediaType, type Representation, representations } from '../request/media-types.ts'
import { HandlerContext } from '../request/request-context.ts'
import {
  ClientDisconnected,
  type RequestDeadline,
  type RequestDeadlines,
} from '../request/request-deadline.ts'
import { cacheControlOf, computeValidity, etagMatches, type Validity } from '../response/freshness.ts'
import { withNextPage } from '../response/next-page.ts'
import { withCollectionWarning } from '../response/not-yet-collected.ts'
import { fixedBody, renderReply, renderStream } from '../response/render.ts'
import { csvColumns, dispositionHeaders, routeMediaTypes } from '../response/representation.ts'
import { bodylessEntry, createEntry, type ResponseEntry } from '../response/response-entry.ts'
import { markReply } from '../response/sandbox-mark.ts'
import type { AnyRoute } from '../route.ts'
import type { ResponseCache } from './response-cache.ts'
import { compressFor, type ResponseSender } from './response-sender.ts'
import type { ServerOptions } from './server-options.ts'

interface AdmissionDeps extends ServerOptions {
  readonly sender: ResponseSender
  readonly meter: RouteMeter
  readonly routeInfo: RouteInfo
  readonly deadlines: RequestDeadlines
  resolveAddress(request: IncomingMessage): string
}

interface RouteDeps extends AdmissionDeps {
  readonly cache: ResponseCache
  readonly streams: LiveConnections
}

/** Undefined if the caller was admitted at once; resolves with a reply if the client has disconnected. */
export type Authorize = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined> | undefined

/** Admits the caller, or not, before the body is read and parameters are checked. */
export function createAuthorize(access: Access, deps: AdmissionDeps): Authorize {
  const { accessControl, resolveAddress, sender, routeInfo, clock } = deps

  async function admit(request: FastifyRequest, reply: FastifyReply, caller: Caller) {
    return await withDeadline(reply, deps, async (deadline) => {
      const admission = await deadline.wait(accessControl.admit(caller, access, routeInfo))
      sender.setAdmitted(request, { caller, admission })
      return undefined
    })
  }

  return (request, reply) => {
    accessControl.checkUrl?.(request.url)
    const caller = toCaller(request.raw, resolveAddress(request.raw))
    const admission = accessControl.admitSync(caller, access, routeInfo, clock.now())
    if (admission === undefined) return admit(request, reply, caller)
    sender.setAdmitted(request, { caller, admission })
    return undefined
  }
}

/** As a hook: it calls back at once where it can, which is cheaper than a promise. */
export function toHook(authorize: Authorize): onRequestHookHandler {
  return (request, reply, done) => {
    const waiting = authorize(request, reply)
    if (waiting === undefined) done()
    return waiting
  }
}

export function createRouteHandler(
  route: AnyRoute,
  url: string,
  deps: RouteDeps,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const { clock, cursors, cache, loadShedder, sender, stampOf, publishedAt, nextPageRead } = deps
  const { meter, routeInfo, streams } = deps
  const offered = routeMediaTypes(route)
  const columns = csvColumns(route)
  const policy = route.method === 'GET' ? route.cache : 'no-store'
  const routeCacheControl = cacheControlOf(policy)
  const canCompress = route.compress ?? route.cache !== 'no-store'
  /** Called also for a cached response, to see whether it is current. */
  function stampOfNextPage(scope: string): string {
    nextPageRead?.(scope)
    return stampOf(scope)
  }
  const cachedRoute = { access: route.access, routeInfo, meter }

  async function handle(request: FastifyRequest, reply: FastifyReply, deadline: RequestDeadline) {
    const { caller, admission } = sender.getAdmitted(request)
    const nowMs = clock.now()
    if (route.live === 'socket' && !isUpgrade(request.raw)) throw upgradeRequired()
    const negotiated = negotiateMediaType(route.acceptsAny ? undefined : request.headers.accept, offered)
    const { representation } = negotiated
    const params = request.params as Record<string, unknown>
    const query = route.passthrough ? {} : withDefaults(route, request.query as Record<string, unknown>)
    const pageRequest = { url, params, query }
    const stamp = isNextPage(query) ? stampOfNextPage : stampOf
    const validity = computeValidity(policy, [url, params, query, representation], nowMs, stamp)
    const ifNoneMatch = request.headers['if-none-match']
    if (validity && etagMatches(ifNoneMatch, validity.etag)) {
      const { etag } = validity
      return sender.send(request, reply, bodylessEntry(304, { cacheControl: routeCacheControl, etag }))
    }
    const cached = validity && cache.find(request.raw, validity.etag, cachedRoute)
    if (cached) return sender.send(request, reply, await compressFor(request, cached))
    const { address } = caller
    const parsed = { request, deadline, admission, nowMs, pageRequest, address, negotiated }
    const handled = await deadline.wait(route.handle(new HandlerContext(parsed, cursors)))
    if (handled.live) return await openStream(request, reply, handled.live)
    const isCollected = typeof policy === 'string' || publishedAt(policy.scope) > 0
    const explained = isCollected ? handled : withCollectionWarning(handled)
    const result = deps.isSandbox ? markReply(explained) : explained
    if (result.stream) return sendStream(request, reply, nowMs, { ...result, stream: result.stream })
    const handlerCache = policy === 'handler' ? result.cache : undefined
    if (handlerCache && etagMatches(ifNoneMatch, handlerCache.etag)) {
      // Before the reply is rendered, which is the expensive part.
      return sender.send(request, reply, bodylessEntry(304, { ...handlerCache, handlerCache }))
    }
    const linked = withNextPage(result, pageRequest, request.url, cursors)
    const reusable = validity ?? handlerCacheValidity(handlerCache)
    const compressing = compressFor(request, toEntry(linked, representation, reusable))
    const entry = compressing instanceof Promise ? await compressing : compressing
    // Without a tag, this response is an exception that must not be stored.
    if (reusable && entry.etag !== undefined && reusable.expiresAt > clock.now()) {
      cache.store(request.raw, entry, reusable, cachedRoute)
    }
    return sender.send(request, reply, entry)
  }

  /** `validity` is that of the data the reply was made from, if it may be cached. */
  function toEntry(
    result: Reply,
    representation: Representation,
    validity: Validity | undefined,
  ): ResponseEntry {
    const rendered = renderReply(result, representation, result.columns ?? columns)
    const usual = policy === 'handler' ? result.cache?.cacheControl : routeCacheControl
    const { cacheControl, headers } = separateCacheControl(result.headers, usual)
    const isReusable = rendered.status === 200 && cacheControl !== 'no-store'
    return createEntry(rendered, {
      cacheControl,
      etag: isReusable ? validity?.etag : undefined,
      handlerCache: result.cache,
      canCompress,
      headers:
        representation === 'json' ? headers : { ...dispositionHeaders(route, representation), ...headers },
    })
  }

  /** Streamed responses are not cached. */
  function sendStream(
    request: FastifyRequest,
    reply: FastifyReply,
    nowMs: number,
    result: Reply & { readonly stream: AsyncIterable<string> },
  ): FastifyReply {
    const { status = 200, headers = {} } = result
    const rendered = fixedBody(status, representations.json, '')
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers })
    const chunks = renderStream(result, request.id, toInstant(nowMs))
    return sender.sendStream(request, reply, { ...entry, isCompressible: canCompress }, chunks)
  }

  async function openStream(request: FastifyRequest, reply: FastifyReply, live: StartLive) {
    if (request.method === 'HEAD') {
      sender.openEventStream(request, reply).close(undefined)
      return reply.hijack()
    }
    const by = { ...sender.getAdmitted(request), access: route.access, routeInfo }
    streams.reserve(by)
    try {
      const carrier =
        route.live === 'socket'
          ? await acceptUpgrade(request.raw, reply.raw)
          : sender.openEventStream(request, reply)
      if (carrier === undefined) streams.release(by)
      else streams.start(by, carrier, live)
    } catch (thrown) {
      streams.release(by)
      throw thrown
    }
    if (route.live === 'socket') meter.count(101, reply.elapsedTime)
    return reply.hijack()
  }

  return async (request, reply) => {
    loadShedder.enter(url)
    try {
      return await withDeadline(reply, deps, (deadline) => handle(request, reply, deadline))
    } finally {
      loadShedder.leave()
    }
  }
}

function upgradeRequired(): Failure {
  return new Failure('invalid_request', 'This address is a WebSocket.', {
    details: { header: 'upgrade', expected: 'Upgrade: websocket' },
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  })
}

/** Limits how long the work may take, and counts a client that disconnects meanwhile. */
async function withDeadline<Result>(
  reply: FastifyReply,
  { meter, deadlines }: AdmissionDeps,
  work: (deadline: RequestDeadline) => Promise<Result>,
): Promise<Result | FastifyReply> {
  const deadline = deadlines.start(reply.raw)
  try {
    return await work(deadline)
  } catch (error) {
    if (!(error instanceof ClientDisconnected)) throw error
    meter.count(499, reply.elapsedTime)
    return reply.hijack()
  } finally {
    deadline.stop()
  }
}

/** A `Cache-Control` that the handler sets replaces the usual one. */
function separateCacheControl(headers: Reply['headers'], usual = 'no-store') {
  if (headers === undefined) return { cacheControl: usual, headers }
  const { 'cache-control': cacheControl = usual, ...others } = headers
  return { cacheControl, headers: others }
}

function handlerCacheValidity(cache: HandlerCache | undefined): Validity | undefined {
  return cache && { etag: cache.etag, expiresAt: cache.reusableUntil, isCurrent: () => true }
}

function withDefaults(route: AnyRoute, query: Record<string, unknown>): Record<string, unknown> {
  return route.defaults === undefined ? query : { ...query, ...route.defaults(query) }
}

function isNextPage({ cursor, offset }: Record<string, unknown>): boolean {
  return cursor !== undefined || (typeof offset === 'number' && offset > 0)
}
