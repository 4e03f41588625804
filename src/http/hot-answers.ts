/** Answers that were given before and are still true: found by URL, sent without waking the framework. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { type Clock, toInstant } from '../core/clock.ts'
import { type GzipHead, gzipHead, gzipWithTail, packBytesMin } from './encode.ts'
import type { Access, Caller, Gate } from './gate.ts'
import { hasCredential } from './gate.ts'
import { flat } from './headers.ts'
import type { RouteMeter } from './metrics.ts'
import { middleText, type Rendered } from './render.ts'
import { requestId } from './request-id.ts'

/** An answer and for how long it stays true. */
export interface HotAnswer {
  readonly rendered: Rendered
  /** All headers but those that differ from request to request. */
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  /** Shared caches may keep it this long; after that it is made anew. */
  readonly cacheControl: string
  /** Asked at each hit: has anything been published since? */
  readonly isCurrent: () => boolean
  readonly expiresAt: number
  /** When it was born, for answers that tell their age. */
  readonly bornAt?: number
  readonly access: Access
  readonly meter: RouteMeter
}

interface Kept extends HotAnswer {
  readonly publicHeaders: readonly string[]
  readonly privateHeaders: readonly string[]
  gzip: GzipHead | 'being made' | undefined
}

interface HotOptions {
  readonly clock: Clock
  readonly gate: Gate
  readonly bytesMax: number
  /** The caller's address as the trusted proxies tell it; undefined when only the framework can tell. */
  addressOf(request: IncomingMessage): string | undefined
  /** False while the server sheds load or drains. */
  isOpen(): boolean
}

export class HotAnswers {
  readonly #kept: LRUCache<string, Kept>
  readonly #options: HotOptions

  constructor(options: HotOptions) {
    this.#options = options
    this.#kept = new LRUCache<string, Kept>({
      maxSize: options.bytesMax,
      maxEntrySize: Math.ceil(options.bytesMax / 8),
      sizeCalculation: (kept) => kept.rendered.before.length * 2 + 2048,
    })
  }

  keep(url: string, accept: string | undefined, answer: HotAnswer): void {
    const shared = flat({
      'content-type': answer.rendered.type,
      etag: answer.etag,
      'server-timing': 'cache;desc=hit',
      ...answer.headers,
    })
    this.#kept.set(key(url, accept), {
      ...answer,
      publicHeaders: [...shared, 'cache-control', answer.cacheControl],
      privateHeaders: [...shared, 'cache-control', answer.cacheControl.replace('public', 'private')],
      gzip: undefined,
    })
  }

  /** Answers the request and returns true, or leaves it untouched. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false
    const asked = readHeaders(request.rawHeaders)
    if (asked === undefined) return false
    const kept = this.#kept.get(key(url, asked.accept))
    if (kept === undefined || !this.#options.isOpen()) return false
    const startedAt = performance.now()
    const now = this.#options.clock.now()
    if (now >= kept.expiresAt || !kept.isCurrent()) return false
    const address = this.#options.addressOf(request)
    if (address === undefined) return false
    const caller: Caller = {
      address,
      authorization: asked.authorization,
      apiKey: asked.apiKey,
      serviceKey: asked.serviceKey,
    }
    const admission = this.#options.gate.admitNow(caller, kept.access)
    if (admission === undefined) return false

    const id = requestId(asked.requestId, asked.traceparent)
    const isPrivate = admission.isPrivate || hasCredential(caller)
    const headers = [
      ...(isPrivate ? kept.privateHeaders : kept.publicHeaders),
      ...admission.headers,
      'x-request-id',
      id,
    ]
    if (kept.bornAt !== undefined)
      headers.push('age', String(Math.max(0, Math.floor((now - kept.bornAt) / 1000))))
    if (asked.ifNoneMatch !== undefined && matches(asked.ifNoneMatch, kept.etag)) {
      response.writeHead(304, headers)
      response.end()
      kept.meter.count(304, performance.now() - startedAt)
      return true
    }
    const { rendered } = kept
    const tail = rendered.middle
      ? Buffer.concat([Buffer.from(middleText(id, toInstant(now)), 'latin1'), rendered.after])
      : rendered.after
    const gzip = asked.acceptsGzip ? this.#gzip(kept) : undefined
    let body: Buffer
    if (gzip) {
      body = gzipWithTail(gzip, tail)
      headers.push('content-encoding', 'gzip')
    } else {
      body = Buffer.concat([rendered.before, tail], rendered.before.length + tail.length)
    }
    headers.push('content-length', String(body.length))
    response.writeHead(rendered.status, headers)
    if (method === 'HEAD') response.end()
    else response.end(body)
    kept.meter.count(rendered.status, performance.now() - startedAt)
    return true
  }

  /** The packed form, made behind the first request that asks for it. */
  #gzip(kept: Kept): GzipHead | undefined {
    if (kept.rendered.before.length < packBytesMin) return undefined
    if (kept.gzip === undefined) {
      kept.gzip = 'being made'
      void gzipHead(kept.rendered.before).then((head) => {
        kept.gzip = head
      })
    }
    return kept.gzip === 'being made' ? undefined : kept.gzip
  }
}

/** Weak comparison of an `If-None-Match` list with one tag. */
export function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}

function key(url: string, accept: string | undefined): string {
  return accept === undefined || accept === '*/*' ? url : `${url}\n${accept}`
}

interface Asked {
  accept?: string
  acceptsGzip?: boolean
  ifNoneMatch?: string
  requestId?: string
  traceparent?: string
  authorization?: string
  apiKey?: string
  serviceKey?: string
}

/** Looks at the raw list, which is cheaper than having Node build the header object; undefined for a body. */
function readHeaders(raw: readonly string[]): Asked | undefined {
  const asked: Asked = {}
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase()
    const value = raw[i + 1] as string
    if (name === 'accept') asked.accept = value
    else if (name === 'accept-encoding')
      asked.acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(value)
    else if (name === 'if-none-match') asked.ifNoneMatch = value
    else if (name === 'x-request-id') asked.requestId = value
    else if (name === 'traceparent') asked.traceparent = value
    else if (name === 'authorization') asked.authorization = value
    else if (name === 'x-api-key') asked.apiKey = value
    else if (name === 'x-service-key') asked.serviceKey = value
    else if (name === 'content-length' || name === 'transfer-encoding' || name === 'expect') return undefined
  }
  return asked
}
