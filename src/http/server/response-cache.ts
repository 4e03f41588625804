/** Answers that were given before and are still true: found by URL, sent without waking the framework. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { LRUCache } from 'lru-cache'
import { type Clock, toInstant } from '../../core/clock.ts'
import { type Access, callerOf, type Gate, hasCredential, type Place } from '../access-control.ts'
import type { RouteMeter } from '../metrics/metrics.ts'
import type { OwnCache } from '../reply.ts'
import { isPlainHead } from '../request/head-limits.ts'
import { type Encoding, preferredEncoding, refusesUnpacked } from '../request/negotiate.ts'
import { idOf } from '../request/request-id.ts'
import { type PackedHead, type Packing, packHead, withTail } from '../response/compress.ts'
import { ageHeaders, matches, toPrivate, type Validity } from '../response/freshness.ts'
import { flat } from '../response/headers.ts'
import { middleText, type Rendered } from '../response/render.ts'
import type { RequestLog } from './request-log.ts'

/** An answer and for how long it stays true. */
export interface HotAnswer extends Validity {
  readonly rendered: Rendered
  /** All headers but those that differ from request to request. */
  readonly headers: Readonly<Record<string, string>>
  /** Those of them that a 304 repeats. */
  readonly notModifiedHeaders: Readonly<Record<string, string>>
  readonly packs: boolean
  /** Packed forms that were made already. */
  readonly packed: Partial<Record<Packing, PackedHead>>
  readonly access: Access
  readonly place: Place
  readonly meter: RouteMeter
  /** Of a route that keeps answers itself. */
  readonly ownCache?: OwnCache
}

/** Header lists as `writeHead` takes them, for callers without and with a credential. */
interface HeaderLists {
  readonly shared: readonly string[]
  readonly own: readonly string[]
}

interface Kept extends Omit<HotAnswer, 'rendered'> {
  readonly key: string
  readonly status: number
  /**
   * Both ends of the body. A short one is kept with one character per byte, because a text goes out with its head in a
   * single write; a long one as bytes, because copying it costs more than a second write.
   */
  readonly before: string | Buffer
  readonly after: string
  /** Whether id and time go in between. */
  readonly middle: boolean
  /** Made when the answer is given again for the first time: most never are. */
  full: HeaderLists | undefined
  notModified: HeaderLists | undefined
  usedAt: number
}

/** What goes out, in two pieces. */
interface Body {
  readonly encoding: Encoding
  readonly before: string | Buffer
  readonly rest: string
}

interface HotOptions {
  readonly clock: Clock
  readonly gate: Gate
  readonly log: RequestLog
  readonly bytesMax: number
  addressOf(request: IncomingMessage): string
  /** False while the server sheds load or drains. */
  isOpen(): boolean
}

/** Up to here the runtime writes a text without allocating. */
const textBytesMax = 16_384

/** What an entry takes beside its bodies: header lists and book-keeping. */
const entryBytes = 4096

export class HotAnswers {
  readonly #kept: LRUCache<string, Kept>
  readonly #options: HotOptions
  readonly #beingPacked = new Set<string>()

  constructor(options: HotOptions) {
    this.#options = options
    this.#kept = new LRUCache<string, Kept>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 8),
      sizeCalculation: sizeOf,
    })
  }

  keep(request: IncomingMessage, { rendered, ...answer }: HotAnswer): void {
    const key = keyOf(request)
    this.#kept.set(key, {
      ...answer,
      key,
      status: rendered.status,
      before: rendered.before.length > textBytesMax ? rendered.before : rendered.before.toString('latin1'),
      after: rendered.after.toString('latin1'),
      middle: rendered.middle,
      full: undefined,
      notModified: undefined,
      usedAt: 0,
    })
  }

  /** Answers the request and returns true, or leaves it untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const kept = this.#kept.peek(keyOf(request))
    if (kept === undefined || !this.#options.isOpen() || !isPlainHead(request)) return false
    const startedAt = performance.now()
    const now = this.#options.clock.now()
    if (!isTrue(kept, now)) return false
    const accepted = request.headers['accept-encoding']
    const encoding = kept.packs ? preferredEncoding(accepted) : 'identity'
    if (encoding !== 'identity' && !kept.packed[encoding] && refusesUnpacked(accepted)) return false
    this.#noteUse(kept, now)
    const caller = callerOf(request, this.#options.addressOf(request))
    const admission = this.#options.gate.admitNow(caller, kept.access, kept.place, now)
    if (admission === undefined) return false

    const id = idOf(request)
    const lists = hasCredential(caller) ? 'own' : 'shared'
    const ifNoneMatch = request.headers['if-none-match']
    const isKnown = ifNoneMatch?.trim() === '*' || matches(ifNoneMatch, kept.etag)
    const own = ['x-request-id', id]
    if (kept.ownCache) own.push(...ageHeaders(kept.ownCache, now))
    const status = isKnown ? 304 : kept.status
    if (isKnown) response.writeHead(304, joined(notModifiedLists(kept)[lists], admission.headers, own)).end()
    else {
      const body = this.#bodyOf(kept, encoding, id, now)
      if (body.encoding !== 'identity') own.push('content-encoding', body.encoding)
      own.push('content-length', String(body.before.length + body.rest.length))
      response.writeHead(status, joined(fullLists(kept)[lists], admission.headers, own))
      if (method === 'HEAD') response.end()
      else endWith(response, body)
    }
    const elapsedMs = performance.now() - startedAt
    kept.meter.count(status, elapsedMs)
    kept.meter.kept += 1
    this.#options.log.answered({ id, method, route: kept.meter.route, status, elapsedMs })
    return true
  }

  /** Packed as the caller prefers, where that was done already. */
  #bodyOf(kept: Kept, encoding: Encoding, id: string, now: number): Body {
    const tail = kept.middle ? middleText(id, toInstant(now)) + kept.after : kept.after
    if (encoding === 'identity') return { encoding, before: kept.before, rest: tail }
    const packed = kept.packed[encoding]
    if (packed) return { encoding, before: '', rest: withTail(encoding, packed, Buffer.from(tail, 'latin1')) }
    this.#packLater(kept, encoding)
    return { encoding: 'identity', before: kept.before, rest: tail }
  }

  /** Once a second is enough to know what is in use; to note it each time costs as much as the limits. */
  #noteUse(kept: Kept, now: number): void {
    if (now - kept.usedAt < 1000) return
    kept.usedAt = now
    this.#kept.get(kept.key)
  }

  /** The packed form is made behind the first request that asks for it. */
  #packLater(kept: Kept, encoding: Packing): void {
    const job = `${encoding} ${kept.key}`
    if (this.#beingPacked.has(job)) return
    this.#beingPacked.add(job)
    packHead(encoding, typeof kept.before === 'string' ? Buffer.from(kept.before, 'latin1') : kept.before)
      .then((head) => {
        const current = this.#kept.peek(kept.key)
        if (current?.before !== kept.before) return
        this.#kept.set(kept.key, { ...current, packed: { ...current.packed, [encoding]: head } })
      })
      .catch(() => {})
      .finally(() => this.#beingPacked.delete(job))
  }
}

/** Filled one by one: `concat`, and an array that grows, cost as much as the limits. */
function joined(shared: readonly string[], admitted: readonly string[], own: readonly string[]): string[] {
  const all = new Array<string>(shared.length + admitted.length + own.length)
  let at = 0
  for (let from = 0; from < shared.length; from += 1) all[at++] = shared[from] as string
  for (let from = 0; from < admitted.length; from += 1) all[at++] = admitted[from] as string
  for (let from = 0; from < own.length; from += 1) all[at++] = own[from] as string
  return all
}

/** All of it in one call of the system, and no copy of a large piece. */
function endWith(response: ServerResponse, { before, rest }: Body): void {
  if (typeof before === 'string') {
    response.end(before + rest, 'latin1')
    return
  }
  response.cork()
  response.write(before)
  response.end(rest, 'latin1')
}

/** Where the store cannot tell, the slow path finds out why and says so. */
function isTrue({ expiresAt, isCurrent }: Kept, now: number): boolean {
  try {
    return now < expiresAt && isCurrent()
  } catch {
    return false
  }
}

/** Requests with the same key have the same answer, but for packing and caller. */
function keyOf({ url, headers }: IncomingMessage): string {
  const { accept } = headers
  return accept === undefined || accept === '*/*' ? (url ?? '') : `${url}\n${accept}`
}

function sizeOf(kept: Kept): number {
  const packed = Object.values(kept.packed).reduce((bytes, head) => bytes + head.text.length, 0)
  return kept.before.length + packed + kept.key.length + entryBytes
}

function fullLists(kept: Kept): HeaderLists {
  kept.full ??= headerLists(kept.headers)
  return kept.full
}

function notModifiedLists(kept: Kept): HeaderLists {
  kept.notModified ??= headerLists(kept.notModifiedHeaders)
  return kept.notModified
}

function headerLists(headers: Readonly<Record<string, string>>): HeaderLists {
  const shared = { ...headers, 'server-timing': 'cache;desc=hit' }
  const cacheControl = toPrivate(headers['cache-control'] ?? 'private')
  return { shared: flat(shared), own: flat({ ...shared, 'cache-control': cacheControl }) }
}
