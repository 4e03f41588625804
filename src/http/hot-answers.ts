/** Answers that were given before and are still true: found by URL, sent without waking the framework. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Clock, toInstant } from '../core/clock.ts'
import { type PackedHead, type Packing, packHead, withTail } from './encode.ts'
import { ageHeaders, matches, toPrivate, type Validity } from './freshness.ts'
import { type Access, callerOf, type Gate, hasCredential, type Place } from './gate.ts'
import { isPlainHead } from './head-limits.ts'
import { flat } from './headers.ts'
import type { RouteMeter } from './metrics.ts'
import { preferredEncoding } from './negotiate.ts'
import { middleText, type Rendered } from './render.ts'
import type { OwnCache } from './reply.ts'
import { idOf } from './request-id.ts'
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
  /** Both ends of the body with one character per byte: a text goes out with its head in a single write. */
  readonly before: string
  readonly after: string
  /** Whether id and time go in between. */
  readonly middle: boolean
  /** Made when the answer is given again for the first time: most never are. */
  full: HeaderLists | undefined
  notModified: HeaderLists | undefined
  usedAt: number
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
      before: rendered.before.toString('latin1'),
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
    this.#noteUse(kept, now)
    const caller = callerOf(request, this.#options.addressOf(request))
    const admission = this.#options.gate.admitNow(caller, kept.access, kept.place, now)
    if (admission === undefined) return false

    const id = idOf(request)
    const lists = hasCredential(caller) ? 'own' : 'shared'
    const ifNoneMatch = request.headers['if-none-match']
    const isKnown = ifNoneMatch === '*' || matches(ifNoneMatch, kept.etag)
    // Copied and pushed to: joining with `concat` costs as much as the limits.
    const headers = (isKnown ? notModifiedLists(kept) : fullLists(kept))[lists].slice()
    for (const piece of admission.headers) headers.push(piece)
    headers.push('x-request-id', id)
    if (kept.ownCache) headers.push(...ageHeaders(kept.ownCache, now))
    const status = isKnown ? 304 : kept.status
    if (isKnown) response.writeHead(status, headers).end()
    else this.#send(kept, request, response, headers, id, now)
    const elapsedMs = performance.now() - startedAt
    kept.meter.count(status, elapsedMs)
    kept.meter.kept += 1
    this.#options.log.answered({ id, method, route: kept.meter.route, status, elapsedMs })
    return true
  }

  #send(
    kept: Kept,
    request: IncomingMessage,
    response: ServerResponse,
    headers: string[],
    id: string,
    now: number,
  ): void {
    const encoding = kept.packs ? preferredEncoding(request.headers['accept-encoding']) : 'identity'
    const packed = encoding === 'identity' ? undefined : kept.packed[encoding]
    const tail = kept.middle ? middleText(id, toInstant(now)) + kept.after : kept.after
    let body = kept.before
    if (encoding === 'identity') body += tail
    else if (packed) {
      headers.push('content-encoding', encoding)
      body = withTail(encoding, packed, Buffer.from(tail, 'latin1'))
    } else {
      this.#packLater(kept, encoding)
      body += tail
    }
    headers.push('content-length', String(body.length))
    response.writeHead(kept.status, headers)
    if (request.method === 'HEAD') response.end()
    else response.end(body, 'latin1')
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
    packHead(encoding, Buffer.from(kept.before, 'latin1'))
      .then((head) => {
        const current = this.#kept.peek(kept.key)
        if (current?.before !== kept.before) return
        this.#kept.set(kept.key, { ...current, packed: { ...current.packed, [encoding]: head } })
      })
      .catch(() => {})
      .finally(() => this.#beingPacked.delete(job))
  }
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
