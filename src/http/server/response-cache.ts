/** Answers that were given before and are still true: found by URL, sent without waking the framework. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { type Clock, toInstant } from '../../core/clock.ts'
import {
  type Access,
  type AccessControl,
  hasCredential,
  type RouteInfo,
  toCaller,
} from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { HandlerCache } from '../reply.ts'
import { isPlainHead } from '../request/head-limits.ts'
import { type ContentCoding, preferredCoding, refusesIdentity } from '../request/negotiate.ts'
import { resolveRequestId } from '../request/request-id.ts'
import {
  appendSuffix,
  type CompressedPrefix,
  type Compression,
  compressPrefix,
} from '../response/compress.ts'
import { ageHeaders, etagMatches, toPrivateCacheControl, type Validity } from '../response/freshness.ts'
import { toHeaderList } from '../response/headers.ts'
import { metaSlotText, type RenderedReply } from '../response/render.ts'
import type { RequestLog } from './request-log.ts'

/** An answer and for how long it stays true. */
export interface CacheInput extends Validity {
  readonly rendered: RenderedReply
  /** All headers but those that differ from request to request. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of them that a 304 repeats. */
  readonly notModifiedHeaders: Readonly<Record<string, string>>
  readonly isCompressible: boolean
  /** Packed forms that were made already. */
  readonly compressed: Partial<Record<Compression, CompressedPrefix>>
  readonly access: Access
  readonly routeInfo: RouteInfo
  readonly meter: RouteMeter
  /** Of a route that keeps answers itself. */
  readonly handlerCache?: HandlerCache
}

/** Header lists as `writeHead` takes them, for callers without and with a credential. */
interface HeaderLists {
  readonly shared: readonly string[]
  readonly own: readonly string[]
}

interface CacheEntry extends Omit<CacheInput, 'rendered'> {
  readonly key: string
  readonly status: number
  /**
   * Both ends of the body. A short one is kept with one character per byte, because a text goes out with its head in a
   * single write; a long one as bytes, because copying it costs more than a second write.
   */
  readonly prefix: string | Buffer
  readonly suffix: string
  /** Whether id and time go in between. */
  readonly hasMetaSlot: boolean
  /** Made when the answer is given again for the first time: most never are. */
  fullHeaders: HeaderLists | undefined
  headersFor304: HeaderLists | undefined
  usedAt: number
}

/** What goes out, in two pieces. */
interface EncodedBody {
  readonly encoding: ContentCoding
  readonly prefix: string | Buffer
  readonly rest: string
}

interface ResponseCacheOptions {
  readonly clock: Clock
  readonly accessControl: AccessControl
  readonly log: RequestLog
  readonly bytesMax: number
  resolveAddress(request: IncomingMessage): string
  /** False while the server sheds load or drains. */
  canServeCached(): boolean
}

/** Up to here the runtime writes a text without allocating. */
const textBytesMax = 16_384

/** What an entry takes beside its bodies: header lists and book-keeping. */
const entryBytes = 4096

export class ResponseCache {
  readonly #entries: LRUCache<string, CacheEntry>
  readonly #options: ResponseCacheOptions
  readonly #compressing = new Set<string>()

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#entries = new LRUCache<string, CacheEntry>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 8),
      sizeCalculation: entrySize,
    })
  }

  store(request: IncomingMessage, { rendered, ...answer }: CacheInput): void {
    const key = cacheKey(request)
    this.#entries.set(key, {
      ...answer,
      key,
      status: rendered.status,
      prefix: rendered.prefix.length > textBytesMax ? rendered.prefix : rendered.prefix.toString('latin1'),
      suffix: rendered.suffix.toString('latin1'),
      hasMetaSlot: rendered.hasMetaSlot,
      fullHeaders: undefined,
      headersFor304: undefined,
      usedAt: 0,
    })
  }

  /** Answers the request and returns true, or leaves it untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const entry = this.#entries.peek(cacheKey(request))
    if (entry === undefined || !this.#options.canServeCached() || !isPlainHead(request)) return false
    const startedAt = performance.now()
    const now = this.#options.clock.now()
    if (!isFresh(entry, now)) return false
    const accepted = request.headers['accept-encoding']
    const encoding = entry.isCompressible ? preferredCoding(accepted) : 'identity'
    if (encoding !== 'identity' && !entry.compressed[encoding] && refusesIdentity(accepted)) return false
    this.#touch(entry, now)
    const caller = toCaller(request, this.#options.resolveAddress(request))
    const admission = this.#options.accessControl.admitSync(caller, entry.access, entry.routeInfo, now)
    if (admission === undefined) return false

    const id = resolveRequestId(request)
    const lists = hasCredential(caller) ? 'own' : 'shared'
    const ifNoneMatch = request.headers['if-none-match']
    const isNotModified = ifNoneMatch?.trim() === '*' || etagMatches(ifNoneMatch, entry.etag)
    const requestHeaders = ['x-request-id', id]
    const { rateLimit } = admission
    if (rateLimit) requestHeaders.push('ratelimit-policy', rateLimit.policy, 'ratelimit', rateLimit.state)
    if (entry.handlerCache) {
      const { age, cacheStatus } = ageHeaders(entry.handlerCache, now)
      requestHeaders.push('age', age, 'cache-status', cacheStatus)
    }
    const status = isNotModified ? 304 : entry.status
    if (isNotModified)
      response.writeHead(304, joinHeaderLists(notModifiedHeaderLists(entry)[lists], requestHeaders)).end()
    else {
      const body = this.#encodeBody(entry, encoding, id, now)
      if (body.encoding !== 'identity') requestHeaders.push('content-encoding', body.encoding)
      requestHeaders.push('content-length', String(body.prefix.length + body.rest.length))
      response.writeHead(status, joinHeaderLists(fullHeaderLists(entry)[lists], requestHeaders))
      if (method === 'HEAD') response.end()
      else endWithBody(response, body)
    }
    const elapsedMs = performance.now() - startedAt
    entry.meter.count(status, elapsedMs)
    entry.meter.cacheHits += 1
    this.#options.log.logResponse({ id, method, route: entry.meter.route, status, elapsedMs })
    return true
  }

  /** Packed as the caller prefers, where that was done already. */
  #encodeBody(entry: CacheEntry, encoding: ContentCoding, id: string, now: number): EncodedBody {
    const tail = entry.hasMetaSlot ? metaSlotText(id, toInstant(now)) + entry.suffix : entry.suffix
    if (encoding === 'identity') return { encoding, prefix: entry.prefix, rest: tail }
    const packed = entry.compressed[encoding]
    if (packed)
      return { encoding, prefix: '', rest: appendSuffix(encoding, packed, Buffer.from(tail, 'latin1')) }
    this.#compressInBackground(entry, encoding)
    return { encoding: 'identity', prefix: entry.prefix, rest: tail }
  }

  /** Once a second is enough to know what is in use; to note it each time costs as much as the limits. */
  #touch(entry: CacheEntry, now: number): void {
    if (now - entry.usedAt < 1000) return
    entry.usedAt = now
    this.#entries.get(entry.key)
  }

  /** The packed form is made behind the first request that asks for it. */
  #compressInBackground(entry: CacheEntry, encoding: Compression): void {
    const job = `${encoding} ${entry.key}`
    if (this.#compressing.has(job)) return
    this.#compressing.add(job)
    compressPrefix(
      encoding,
      typeof entry.prefix === 'string' ? Buffer.from(entry.prefix, 'latin1') : entry.prefix,
    )
      .then((head) => {
        const current = this.#entries.peek(entry.key)
        if (current?.prefix !== entry.prefix) return
        this.#entries.set(entry.key, { ...current, compressed: { ...current.compressed, [encoding]: head } })
      })
      .catch(() => {})
      .finally(() => this.#compressing.delete(job))
  }
}

/** Filled one by one: `concat`, and an array that grows, cost as much as the limits. */
function joinHeaderLists(shared: readonly string[], own: readonly string[]): string[] {
  const all = new Array<string>(shared.length + own.length)
  let at = 0
  for (let from = 0; from < shared.length; from += 1) all[at++] = shared[from] as string
  for (let from = 0; from < own.length; from += 1) all[at++] = own[from] as string
  return all
}

/** All of it in one call of the system, and no copy of a large piece. */
function endWithBody(response: ServerResponse, { prefix, rest }: EncodedBody): void {
  if (typeof prefix === 'string') {
    response.end(prefix + rest, 'latin1')
    return
  }
  response.cork()
  response.write(prefix)
  response.end(rest, 'latin1')
}

/** Where the store cannot tell, the slow path finds out why and says so. */
function isFresh({ expiresAt, isCurrent }: CacheEntry, now: number): boolean {
  try {
    return now < expiresAt && isCurrent()
  } catch {
    return false
  }
}

/** Requests with the same key have the same answer, but for packing and caller. */
function cacheKey({ url, headers }: IncomingMessage): string {
  const { accept } = headers
  return accept === undefined || accept === '*/*' ? (url ?? '') : `${url}\n${accept}`
}

function entrySize(entry: CacheEntry): number {
  const packed = Object.values(entry.compressed).reduce((bytes, head) => bytes + head.text.length, 0)
  return entry.prefix.length + packed + entry.key.length + entryBytes
}

function fullHeaderLists(entry: CacheEntry): HeaderLists {
  entry.fullHeaders ??= toHeaderLists(entry.headers)
  return entry.fullHeaders
}

function notModifiedHeaderLists(entry: CacheEntry): HeaderLists {
  entry.headersFor304 ??= toHeaderLists(entry.notModifiedHeaders)
  return entry.headersFor304
}

function toHeaderLists(headers: Readonly<Record<string, string>>): HeaderLists {
  const shared = { ...headers, 'server-timing': 'cache;desc=hit' }
  const cacheControl = toPrivateCacheControl(headers['cache-control'] ?? 'private')
  return { shared: toHeaderList(shared), own: toHeaderList({ ...shared, 'cache-control': cacheControl }) }
}
