/** Handles the requests of one route after admission: parameters, negotiation, conditional requests, handler, response. */

import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { whenReady } from '../../core/when-ready.ts'
import type { PageRequest } from '../cursor.ts'
import type { StartLive } from '../live/live-connection.ts'
import type { LiveConnections } from '../live/live-connections.ts'
import { acceptUpgrade, isUpgrade } from '../live/socket-stream.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { HandlerCache, Reply } from '../reply.ts'
import { negotiateMediaType, type Representation, representations } from '../request/media-types.ts'
import { HandlerContext } from '../request/request-context.ts'
import { ClientDisconnected, type RequestDeadline } from '../request/request-deadline.ts'
import { targetText } from '../request/request-target.ts'
import { createInputParser, type RawInput, type RouteInput } from '../request/route-input.ts'
import { createListEncoder } from '../response/encode-text.ts'
import { cacheControlOf, createValidity, etagMatches, type Validity } from '../response/freshness.ts'
import { withNextPage } from '../response/next-page.ts'
import { withCollectionWarning } from '../response/not-yet-collected.ts'
import { fixedBody, renderReply, renderStream } from '../response/render.ts'
import { csvColumns, dispositionHeaders, routeMediaTypes } from '../response/representation.ts'
import { bodylessEntry, createEntry, type ResponseEntry } from '../response/response-entry.ts'
import { markReply } from '../response/sandbox-mark.ts'
import type { AnyRoute } from '../route.ts'
import type { AdmissionDeps } from './authorize.ts'
import type { Admitted, Exchange } from './exchange.ts'
import type { ResponseCache } from './response-cache.ts'
import { compressFor, type ResponseSender } from './response-sender.ts'

export interface RouteDeps extends AdmissionDeps {
  readonly sender: ResponseSender
  readonly meter: RouteMeter
  readonly cache: ResponseCache
  readonly streams: LiveConnections
}

/** The response has been sent when it returns or resolves, unless the client has disconnected. */
export type HandleRoute = (exchange: Exchange, input: RawInput) => Promise<void> | undefined

/** What is known of a response before the handler is called. */
interface Prepared {
  readonly nowMs: number
  readonly representation: Representation
  readonly pageRequest: PageRequest
  readonly validity: Validity | undefined
}

/** Whatever can be done at once is done without a promise: for most reads of SQLite, that is everything. */
export function createRouteHandler(route: AnyRoute, url: string, deps: RouteDeps): HandleRoute {
  const { clock, cursors, cache, loadShedder, sender, stampOf, publishedAt, nextPageRead } = deps
  const { meter, routeInfo, streams, deadlines, countDisconnected } = deps
  const parseInput = createInputParser(route)
  const offered = routeMediaTypes(route)
  const columns = csvColumns(route)
  const encodeRows = createListEncoder()
  const policy = route.method === 'GET' ? route.cache : 'no-store'
  const computeValidity = createValidity(policy, url)
  const routeCacheControl = cacheControlOf(policy)
  const canCompress = route.compress ?? route.cache !== 'no-store'
  /** Called also for a cached response, to see whether it is current. */
  function stampOfNextPage(scope: string): string {
    nextPageRead?.(scope)
    return stampOf(scope)
  }
  const cachedRoute = { access: route.access, routeInfo, meter }

  function respond(exchange: Exchange, { params, query, body }: RouteInput): Promise<void> | undefined {
    const { request, requestId } = exchange
    const { caller, admission } = exchange.admitted as Admitted
    const nowMs = clock.now()
    if (route.live === 'socket' && !isUpgrade(request)) throw upgradeRequired()
    const negotiated = negotiateMediaType(route.acceptsAny ? undefined : request.headers.accept, offered)
    const { representation } = negotiated
    const pageRequest = { url, params, query }
    const stamp = isNextPage(query) ? stampOfNextPage : stampOf
    const validity = computeValidity?.(targetText(params, query), representation, nowMs, stamp)
    if (validity && etagMatches(request.headers['if-none-match'], validity.etag)) {
      const { etag } = validity
      return sender.send(exchange, bodylessEntry(304, { cacheControl: routeCacheControl, etag }))
    }
    const cached = validity && cache.find(request, validity.key, cachedRoute)
    if (cached) return whenReady(compressFor(request, cached), (entry) => sender.send(exchange, entry))
    const prepared = { nowMs, representation, pageRequest, validity }
    const { address } = caller
    const deadline = deadlines.create(exchange.response)
    const parsed = { request, requestId, body, deadline, admission, nowMs, pageRequest, address, negotiated }
    let handled: Promise<Reply> | Reply | undefined
    try {
      handled = route.handle(new HandlerContext(parsed, cursors))
    } finally {
      if (!(handled instanceof Promise)) deadline.stop()
    }
    return handled instanceof Promise
      ? finishLater(exchange, prepared, handled, deadline)
      : finish(exchange, prepared, handled)
  }

  async function finishLater(
    exchange: Exchange,
    prepared: Prepared,
    handled: Promise<Reply>,
    deadline: RequestDeadline,
  ): Promise<void> {
    try {
      const finishing = finish(exchange, prepared, await deadline.wait(handled))
      if (finishing) await finishing
    } catch (error) {
      if (!(error instanceof ClientDisconnected)) throw error
      countDisconnected(exchange)
    } finally {
      deadline.stop()
    }
  }

  function finish(exchange: Exchange, prepared: Prepared, handled: Reply): Promise<void> | undefined {
    if (handled.live) return openStream(exchange, handled.live)
    const { request } = exchange
    const { nowMs, representation, pageRequest, validity } = prepared
    const isCollected = typeof policy === 'string' || publishedAt(policy.scope) > 0
    const explained = isCollected ? handled : withCollectionWarning(handled)
    const result = deps.isSandbox ? markReply(explained) : explained
    if (result.stream) return sendStream(exchange, nowMs, { ...result, stream: result.stream })
    const handlerCache = policy === 'handler' ? result.cache : undefined
    if (handlerCache && etagMatches(request.headers['if-none-match'], handlerCache.etag)) {
      // Before the reply is rendered, which is the expensive part.
      return sender.send(exchange, bodylessEntry(304, { ...handlerCache, handlerCache }))
    }
    const linked = withNextPage(result, pageRequest, request.url ?? '', cursors)
    const reusable = validity ?? handlerCacheValidity(handlerCache)
    return whenReady(compressFor(request, toEntry(linked, representation, reusable)), (entry) => {
      // Without a tag, this response is an exception that must not be stored.
      if (reusable && entry.etag !== undefined && reusable.expiresAt > clock.now()) {
        cache.store(request, entry, reusable, cachedRoute)
      }
      return sender.send(exchange, entry)
    })
  }

  /** `validity` is that of the data the reply was made from, if it may be cached. */
  function toEntry(
    result: Reply,
    representation: Representation,
    validity: Validity | undefined,
  ): ResponseEntry {
    const rendered = renderReply(result, representation, result.columns ?? columns, encodeRows)
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
    exchange: Exchange,
    nowMs: number,
    result: Reply & { readonly stream: AsyncIterable<string> },
  ): undefined {
    const { status = 200, headers = {} } = result
    const rendered = fixedBody(status, representations.json, '')
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers })
    const chunks = renderStream(result, exchange.requestId, toInstant(nowMs))
    return sender.sendStream(exchange, { ...entry, isCompressible: canCompress }, chunks)
  }

  async function openStream(exchange: Exchange, live: StartLive): Promise<void> {
    const { request, response } = exchange
    if (request.method === 'HEAD') return sender.openEventStream(exchange).close(undefined)
    const by = { ...(exchange.admitted as Admitted), access: route.access, routeInfo }
    streams.reserve(by)
    try {
      const carrier =
        route.live === 'socket' ? await acceptUpgrade(request, response) : sender.openEventStream(exchange)
      if (carrier === undefined) streams.release(by)
      else streams.start(by, carrier, live)
    } catch (thrown) {
      streams.release(by)
      throw thrown
    }
    if (route.live === 'socket') meter.count(101, exchange.elapsedMs)
  }

  return (exchange, raw) => {
    const input = parseInput(raw)
    loadShedder.enter(url)
    let responding: Promise<void> | undefined
    try {
      responding = respond(exchange, input)
    } finally {
      if (!(responding instanceof Promise)) loadShedder.leave()
    }
    return responding?.finally(() => loadShedder.leave())
  }
}

function upgradeRequired(): Failure {
  return new Failure('invalid_request', 'This address is a WebSocket.', {
    details: { header: 'upgrade', expected: 'Upgrade: websocket' },
    headers: { upgrade: 'websocket', connection: 'upgrade' },
  })
}

/** A `Cache-Control` that the handler sets replaces the usual one. */
function separateCacheControl(headers: Reply['headers'], usual = 'no-store') {
  if (headers === undefined) return { cacheControl: usual, headers }
  const { 'cache-control': cacheControl = usual, ...others } = headers
  return { cacheControl, headers: others }
}

function handlerCacheValidity(cache: HandlerCache | undefined): Validity | undefined {
  return cache && { etag: cache.etag, key: cache.etag, expiresAt: cache.reusableUntil, isCurrent: () => true }
}

function isNextPage({ cursor, offset }: RouteInput['query']): boolean {
  return cursor !== undefined || (typeof offset === 'number' && offset > 0)
}
