/**
 * Cached responses that are still correct: found by URL and sent before anything else looks at the request. However a
 * caller spells a URL or `Accept`, equal responses are stored once, and only for a spelling that was requested before.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/clock.ts'
import {
  type Access,
  type AccessControl,
  hasCredential,
  type Principal,
  type RouteInfo,
  toCaller,
} from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import { isPlainHead } from '../request/head-limits.ts'
import { preferredCoding, refusesIdentity } from '../request/negotiate.ts'
import { resolveRequestId } from '../request/request-id.ts'
import type { Compression } from '../response/compress.ts'
import type { Validity } from '../response/freshness.ts'
import { type ResponseEntry, toStoredEntry, withCompressed } from '../response/response-entry.ts'
import { sendResponse } from '../response/send-response.ts'
import type { LoadShedder } from '../server/load/load-shedder.ts'
import type { RecordResponse } from '../server/record-response.ts'

/** The route that created a response, for admission and metrics. */
export interface CachedRoute {
  readonly access: Access
  readonly routeInfo: RouteInfo
  readonly meter: RouteMeter
  readonly headers?: readonly string[] | undefined
}

interface CachedResponse {
  readonly key: string
  readonly entry: ResponseEntry
  readonly validity: Validity
  readonly route: CachedRoute
  readonly storedAt: StoredAt
  usedAt: number
}

interface StoredAt {
  readonly wallMs: number
  readonly monotonicMs: number
}

interface ResponseCacheOptions {
  readonly clock: Clock
  readonly accessControl: AccessControl
  readonly recordResponse: RecordResponse
  readonly loadShedder: LoadShedder
  readonly cacheBytesMax: number
  resolveAddress(request: IncomingMessage): string
}

/** What a cached response takes in addition to its bodies: header lists and bookkeeping. */
const overheadBytes = 4096
/** What a spelling takes in addition to its text and that of its key. */
const keyOverheadBytes = 150
/** The spelling of a longer one is not remembered: responses to it are not stored. */
const keyBytesMax = 4096

/** The URL and `Accept` of a request, as they were sent. */
type Spelling = string

export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>
  /** The key of the last response to each spelling, whether or not that is stored. */
  readonly #keys: LRUCache<Spelling, string>
  readonly #options: ResponseCacheOptions
  readonly #compressing = new Set<string>()

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#responses = new LRUCache<string, CachedResponse>({
      maxSize: options.cacheBytesMax,
      maxEntrySize: Math.ceil(options.cacheBytesMax / 8),
      sizeCalculation: responseSize,
    })
    this.#keys = new LRUCache<Spelling, string>({
      maxSize: Math.ceil(options.cacheBytesMax / 16),
      maxEntrySize: keyBytesMax,
      sizeCalculation: (key, spelling) => spelling.length + key.length + keyOverheadBytes,
    })
  }

  get size(): { readonly responses: number; readonly bytes: number } {
    return {
      responses: this.#responses.size,
      bytes: this.#responses.calculatedSize + this.#keys.calculatedSize,
    }
  }

  /**
   * Only remembers a new spelling, and stores the response to a known one. Most URLs of a crawl are requested once: their
   * responses would displace others, and large buffers that live for a while make garbage collection expensive.
   */
  store(request: IncomingMessage, entry: ResponseEntry, validity: Validity, route: CachedRoute): void {
    const key = cacheKey(validity.key, route)
    const spelling = toSpelling(request)
    if (!this.#remember(spelling, key)) return
    const { clock } = this.#options
    const storedAt = { wallMs: clock.now(), monotonicMs: clock.monotonic() }
    this.#responses.set(key, { key, entry: toStoredEntry(entry), validity, route, storedAt, usedAt: 0 })
  }

  /** The response that was stored for another spelling of the same request. */
  find(request: IncomingMessage, validityKey: string, route: CachedRoute): ResponseEntry | undefined {
    const key = cacheKey(validityKey, route)
    const cached = this.#responses.get(key)
    if (cached === undefined || !isFresh(cached, this.#options.clock)) return undefined
    this.#remember(toSpelling(request), key)
    return cached.entry
  }

  /** Sends a cached response and returns whose request it was, or returns undefined and leaves the request untouched. */
  serve(request: IncomingMessage, response: ServerResponse): Principal | undefined {
    const { method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const spelling = toSpelling(request)
    const key = this.#keys.peek(spelling)
    const cached = key === undefined ? undefined : this.#responses.peek(key)
    if (cached === undefined || !isPlainHead(request)) return undefined
    if (this.#options.loadShedder.draining) return undefined
    const startedAt = performance.now()
    if (!isFresh(cached, this.#options.clock)) return undefined
    const now = this.#options.clock.now()
    const { entry, route } = cached
    const accepted = headers['accept-encoding']
    const coding = entry.isCompressible ? preferredCoding(accepted) : 'identity'
    const lacksCoding = coding !== 'identity' && entry.compressed[coding] === undefined
    if (lacksCoding && refusesIdentity(accepted)) return undefined
    this.#touch(cached, spelling, startedAt)
    const caller = toCaller(request, this.#options.resolveAddress(request))
    const admission = this.#options.accessControl.admitSync(caller, route.access, route.routeInfo, now)
    if (admission === undefined) return undefined

    const requestId = resolveRequestId(request)
    const status = sendResponse(response, entry, {
      method,
      requestId,
      nowMs: now,
      isPrivate: hasCredential(caller),
      routeHeaders: route.headers,
      rateLimit: admission.rateLimit,
      ifNoneMatch: headers['if-none-match'],
      coding,
      serverTiming: 'cache;desc=hit',
      closeConnection: false,
    })
    if (lacksCoding && status !== 304) this.#compressInBackground(cached, coding)
    route.meter.cacheHits += 1
    const elapsedMs = performance.now() - startedAt
    const { meter } = route
    const { principal } = admission
    const { address } = caller
    this.#options.recordResponse({ meter, requestId, request, principal, address, status, elapsedMs })
    return admission.principal
  }

  /** The previous response to this spelling is out of date. True if the spelling was known. */
  #remember(spelling: Spelling, key: string): boolean {
    const previous = this.#keys.get(spelling)
    if (previous !== undefined && previous !== key) this.#responses.delete(previous)
    this.#keys.set(spelling, key)
    return previous !== undefined
  }

  /** Once a second is enough for the eviction order; doing it each time costs as much as the rate limiter. */
  #touch(cached: CachedResponse, spelling: Spelling, now: number): void {
    if (now - cached.usedAt < 1000) return
    cached.usedAt = now
    this.#responses.get(cached.key)
    this.#keys.get(spelling)
  }

  /** The first request for a coding gets the uncompressed body; later ones get what is compressed here. */
  #compressInBackground({ key, entry }: CachedResponse, coding: Compression): void {
    const job = `${coding} ${key}`
    if (this.#compressing.has(job)) return
    this.#compressing.add(job)
    withCompressed(entry, coding)
      .then((compressed) => {
        const current = this.#responses.peek(key)
        // Set again, because the cache measures an entry when it is set.
        if (current?.entry === entry) this.#responses.set(key, { ...current, entry: compressed })
      })
      .catch(() => {})
      .finally(() => this.#compressing.delete(job))
  }
}

/** If the store cannot tell, the route finds out why and responds with the error. */
function isFresh({ validity, storedAt }: CachedResponse, clock: Clock): boolean {
  try {
    const isTimeless = validity.expiresAt === Number.POSITIVE_INFINITY
    return (isTimeless || isInTime(validity, storedAt, clock)) && validity.isCurrent()
  } catch {
    return false
  }
}

/** Judged by both clocks: what depends on the time of day ends when the wall clock is set, and nothing lasts longer for it. */
function isInTime({ expiresAt }: Validity, { wallMs, monotonicMs }: StoredAt, clock: Clock): boolean {
  const now = clock.now()
  return now >= wallMs && now < expiresAt && clock.monotonic() - monotonicMs < expiresAt - wallMs
}

/** All parameters, the representation and the version of the data. */
function cacheKey(validityKey: string, { routeInfo }: CachedRoute): string {
  return `${routeInfo.route} ${validityKey}`
}

/** Requests with the same spelling get the same response, apart from compression and the caller's headers. */
function toSpelling({ url, headers }: IncomingMessage): Spelling {
  const { accept } = headers
  return accept === undefined || accept === '*/*' ? (url ?? '') : `${url}\n${accept}`
}

function responseSize({ key, entry }: CachedResponse): number {
  const compressed = Object.values(entry.compressed).reduce((bytes, { text }) => bytes + text.length, 0)
  return entry.prefix.length + compressed + key.length + overheadBytes
}
