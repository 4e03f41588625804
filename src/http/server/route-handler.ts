/** Handles the requests of one route after admission: parameters, negotiation, conditional requests, handler, response. */

import type { IncomingMessage } from 'node:http'
import { toInstant } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { toRouteInfo } from '../access-control.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { changesAfter as endOfChanges } from '../changes/position.ts'
import type { PageRequest } from '../cursor.ts'
import { deprecationHeaders } from '../deprecations.ts'
import { isUpgrade } from '../live/socket-stream.ts'
import { bareSite } from '../pages/site.ts'
import type { HandlerCache, Reply } from '../reply.ts'
import { negotiateMediaType, type Representation, representations } from '../request/media-types.ts'
import type { BodyRules } from '../request/read-body.ts'
import { HandlerContext } from '../request/request-context.ts'
import { targetText } from '../request/request-target.ts'
import { createInputParser, type RawInput } from '../request/validation/route-input.ts'
import { createListEncoder } from '../response/encode-text.ts'
import { toFileResponse } from '../response/file-part.ts'
import { cacheControlOf, createValidity, etagMatches, type Validity } from '../response/freshness.ts'
import { markReply } from '../response/mark-reply.ts'
import { withNextPage } from '../response/next-page.ts'
import { withCollectionWarning } from '../response/not-yet-collected.ts'
import { fixedBody, renderReply, renderStream } from '../response/render.ts'
import { csvColumns, dispositionHeaders, routeMediaTypes } from '../response/representation.ts'
import {
  bodylessEntry,
  codingFor,
  createEntry,
  type ResponseEntry,
  withCompressed,
} from '../response/response-entry.ts'
import type { AnyRoute } from '../route.ts'
import type { Admitted, Exchange } from './exchange.ts'
import type { Outgoing } from './response-sender.ts'
import type { MountedRoute } from './routes.ts'
import type { ServerOptions } from './server-options.ts'

interface RouteDeps extends ServerOptions {
  readonly cache: ResponseCache
}

/** What is known of a response before the handler is called. */
interface Prepared {
  readonly nowMs: number
  readonly representation: Representation
  readonly pageRequest: PageRequest
  readonly validity: Validity | undefined
  /** Before the data was read, so that no later change is missed. */
  readonly changesAfter: string | undefined
}

/** `url`: the path of the route below the base path of its service. */
export function mountRoute(route: AnyRoute, url: string, deps: RouteDeps): MountedRoute {
  const { clock, cursors, cache, publications } = deps
  const stampOf = (scope: string) => publications.stamp(scope)
  const parseInput = createInputParser(route)
  const offered = routeMediaTypes(route)
  const columns = csvColumns(route)
  const encodeRows = createListEncoder()
  const policy = route.method === 'GET' ? route.cache : 'no-store'
  const computeValidity = createValidity(policy, url)
  const routeCacheControl = cacheControlOf(policy)
  const canCompress = route.compress ?? route.cache !== 'no-store'
  const routeInfo = toRouteInfo(route, url)
  const meter = deps.metrics.meter(routeInfo.route)
  const headers = route.deprecation && deprecationHeaders(route.deprecation)
  const cachedRoute = { access: route.access, routeInfo, meter, headers }

  async function handle(exchange: Exchange, raw: RawInput): Promise<Outgoing> {
    const { params, query, body } = parseInput(raw)
    const { request, requestId, deadline, turn } = exchange
    const { caller, admission } = exchange.admitted as Admitted
    const nowMs = clock.now()
    if (route.live === 'socket' && !isUpgrade(request)) throw upgradeRequired()
    const negotiated = negotiateMediaType(route.acceptsAny ? undefined : request.headers.accept, offered)
    const { representation } = negotiated
    const pageRequest = { url, params, query }
    const validity = computeValidity?.(targetText(params, query), representation, nowMs, stampOf)
    if (validity && etagMatches(request.headers['if-none-match'], validity.etag)) {
      return { entry: bodylessEntry(304, { cacheControl: routeCacheControl, etag: validity.etag }) }
    }
    const cached = validity && cache.find(request, validity.key, cachedRoute)
    if (cached) return { entry: await compressFor(request, cached) }
    const { address } = caller
    const parsed = {
      request,
      requestId,
      body,
      deadline,
      turn,
      admission,
      nowMs,
      pageRequest,
      address,
      negotiated,
    }
    const changesAfter =
      'rows' in route.response && typeof policy === 'object'
        ? endOfChanges(publications, policy.scope)
        : undefined
    const reply = await deadline.wait(route.handle(new HandlerContext(parsed, cursors)))
    return await toOutgoing(exchange, { nowMs, representation, pageRequest, validity, changesAfter }, reply)
  }

  async function toOutgoing(exchange: Exchange, prepared: Prepared, handled: Reply): Promise<Outgoing> {
    const { request } = exchange
    const { nowMs, representation, pageRequest, validity, changesAfter } = prepared
    if (handled.live)
      return { live: handled.live, by: { carrier: route.live ?? 'events', access: route.access, routeInfo } }
    const explained = withCollectionWarning(handled, policy, publications)
    const marked = await markReply(explained, deps.site ?? bareSite)
    const result = changesAfter === undefined ? marked : withMeta(marked, { changes_after: changesAfter })
    if (result.file) return toFileResponse(request, result, result.file)
    if (result.head) return { entry: headEntry(result.head.type, result.headers), isHeadOnly: true }
    if (result.stream) return toChunks(exchange, nowMs, { ...result, stream: result.stream })
    const handlerCache = policy === 'handler' ? result.cache : undefined
    if (handlerCache && etagMatches(request.headers['if-none-match'], handlerCache.etag)) {
      // Before the reply is rendered, which is the expensive part.
      return { entry: bodylessEntry(304, { ...handlerCache, handlerCache }) }
    }
    const linked = withNextPage(result, pageRequest, request.url ?? '', cursors)
    const reusable = validity ?? handlerCacheValidity(handlerCache)
    const entry = await compressFor(request, toEntry(linked, representation, reusable))
    // Without a tag, this response is an exception that must not be stored.
    if (reusable && entry.etag !== undefined && reusable.expiresAt > clock.now()) {
      cache.store(request, entry, reusable, cachedRoute)
    }
    return { entry }
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
  function toChunks(
    { requestId }: Exchange,
    nowMs: number,
    result: Reply & { readonly stream: AsyncIterable<string> },
  ): Outgoing {
    const { status = 200, headers = {} } = result
    const rendered = fixedBody(status, representations.json, '')
    const entry = createEntry(rendered, { cacheControl: 'no-store', headers })
    return {
      entry: { ...entry, isCompressible: canCompress },
      chunks: renderStream(result, requestId, toInstant(nowMs)),
    }
  }

  return {
    access: route.access,
    info: routeInfo,
    meter,
    body: bodyRules(route, deps.bodyBytesMax),
    headers,
    passthrough: route.passthrough ?? false,
    ...(route.checkCaller && { checkCaller: route.checkCaller }),
    handle,
  }
}

function withMeta(reply: Reply, meta: Readonly<Record<string, unknown>>): Reply {
  return { ...reply, meta: { ...reply.meta, ...meta } }
}

/** Enough for every body without long lists or texts. */
const bodyBytesDefault = 16_384

function bodyRules(
  { method, passthrough, bodyBytesMax = bodyBytesDefault }: AnyRoute,
  max: number,
): BodyRules {
  const type = passthrough ? 'text' : 'json'
  return { type: method === 'GET' ? 'none' : type, bytesMax: Math.min(bodyBytesMax, max) }
}

/** The entry with its body compressed as the client prefers. */
async function compressFor({ headers }: IncomingMessage, entry: ResponseEntry): Promise<ResponseEntry> {
  const coding = codingFor(headers['accept-encoding'], entry)
  return coding === 'identity' || entry.compressed[coding] ? entry : await withCompressed(entry, coding)
}

function headEntry(type: string, headers: Reply['headers']): ResponseEntry {
  return createEntry(fixedBody(200, type, ''), { cacheControl: 'no-store', headers })
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
