/** Writes responses: the only place that does, whether they are fresh, cached, errors or streams. */

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { toInstant } from '../../core/clock.ts'
import type { RateLimitHeaders } from '../access-control.ts'
import type { ContentCoding } from '../request/negotiate.ts'
import { appendSuffix } from './compress.ts'
import type { FilePart } from './file-part.ts'
import { ageHeaders, isNotModified, toPrivateCacheControl } from './freshness.ts'
import { metaSlotText } from './render.ts'
import { notModifiedHeaderList, type ResponseEntry } from './response-entry.ts'
import { streamBody } from './stream-body.ts'

/** What differs from request to request. */
export interface Delivery {
  readonly method: string | undefined
  readonly requestId: string
  /** The time of sending, for `generated_at` and `Age`. */
  readonly nowMs: number
  readonly isPrivate: boolean
  /** As a flat list. */
  readonly routeHeaders: readonly string[] | undefined
  readonly rateLimit: RateLimitHeaders | undefined
  readonly ifNoneMatch: string | undefined
  /** What the client prefers; ignored where the entry has not been compressed that way. */
  readonly coding: ContentCoding
  readonly serverTiming: string
  readonly closeConnection: boolean
}

/** Sends a response whose body is in memory and returns its status: 304 if the client has it already. */
export function sendResponse(response: ServerResponse, entry: ResponseEntry, delivery: Delivery): number {
  const { etag, suffix } = entry
  const { coding, ifNoneMatch } = delivery
  const status = isNotModified(ifNoneMatch, etag) ? 304 : entry.status
  if (status === 304 || status === 204) {
    response.writeHead(status, responseHeaders(entry, delivery, status, 'identity', undefined)).end()
    return status
  }
  const rest = entry.hasMetaSlot
    ? metaSlotText(delivery.requestId, toInstant(delivery.nowMs)) + suffix
    : suffix
  const compressed = coding === 'identity' ? undefined : entry.compressed[coding]
  if (coding === 'identity' || compressed === undefined) {
    const length = String(entry.prefix.length + rest.length)
    response.writeHead(status, responseHeaders(entry, delivery, status, 'identity', length))
    endWithBody(response, delivery.method, entry.prefix, rest)
  } else {
    const body = appendSuffix(coding, compressed, Buffer.from(rest, 'latin1'))
    response.writeHead(status, responseHeaders(entry, delivery, status, coding, String(body.length)))
    endWithBody(response, delivery.method, '', body)
  }
  return status
}

/** Sends the head of a response whose length nobody knows. */
export function sendHead(response: ServerResponse, entry: ResponseEntry, delivery: Delivery): void {
  response.writeHead(entry.status, responseHeaders(entry, delivery, entry.status, 'identity', undefined))
}

/** Sends a body while it is produced. Resolves at its end, with an error if it breaks off, which also cuts the connection. */
export function sendStream(
  response: ServerResponse,
  entry: ResponseEntry,
  delivery: Delivery,
  chunks: AsyncIterable<string>,
  timeoutMs: number,
): Promise<NodeJS.ErrnoException | undefined> {
  const { coding } = delivery
  response.writeHead(entry.status, responseHeaders(entry, delivery, entry.status, coding, undefined))
  const body = streamBody(chunks, coding, timeoutMs)
  // Of the two errors of a broken pipeline, that of the body is the cause.
  return new Promise((resolve) => {
    pipeline(body, response, (error) => resolve(error ? (body.errored ?? error) : undefined))
  })
}

/** The slowest reader of a file, and how much longer each may take. */
const fileBytesPerMs = 256
const fileGraceMs = 60_000

/** Sends a file or a part of it. Resolves at its end, with an error if it breaks off, which also cuts the connection. */
export async function sendFilePart(
  response: ServerResponse,
  entry: ResponseEntry,
  delivery: Delivery,
  { file, start, length }: FilePart,
): Promise<NodeJS.ErrnoException | undefined> {
  const isHead = delivery.method === 'HEAD' || length === 0
  const signal = AbortSignal.timeout(fileGraceMs + Math.ceil(length / fileBytesPerMs))
  // Before the head: a file that is gone is an error that the caller can see.
  const body = isHead ? undefined : await file.open(start, length, signal)
  try {
    response.writeHead(
      entry.status,
      responseHeaders(entry, delivery, entry.status, 'identity', String(length)),
    )
  } catch (thrown) {
    if (body !== undefined) await once(body.destroy(), 'close')
    throw thrown
  }
  if (body === undefined) {
    response.end()
    return undefined
  }
  return await new Promise((resolve) => {
    pipeline(body, response, (error) => resolve(error ? (body.errored ?? error) : undefined))
  })
}

function responseHeaders(
  entry: ResponseEntry,
  { requestId, nowMs, isPrivate, routeHeaders, rateLimit, serverTiming, closeConnection }: Delivery,
  status: number,
  coding: ContentCoding,
  contentLength: string | undefined,
): string[] {
  const { cacheControl, etag, handlerCache } = entry
  const list = status === 304 ? [...notModifiedHeaderList] : [...entry.headers]
  list.push('cache-control', isPrivate ? toPrivateCacheControl(cacheControl) : cacheControl)
  if (etag !== undefined) list.push('etag', etag)
  list.push('x-request-id', requestId, 'server-timing', serverTiming)
  if (routeHeaders) addHeaders(list, routeHeaders)
  if (rateLimit) list.push('ratelimit-policy', rateLimit.policy, 'ratelimit', rateLimit.state)
  if (handlerCache) {
    const { age, cacheStatus } = ageHeaders(handlerCache, nowMs)
    list.push('age', age, 'cache-status', cacheStatus)
  }
  if (coding !== 'identity') list.push('content-encoding', coding)
  if (contentLength !== undefined) list.push('content-length', contentLength)
  if (closeConnection) list.push('connection', 'close')
  return list
}

/** To a header that is there already, such as `link`, the value is added. */
function addHeaders(list: string[], added: readonly string[]): void {
  for (let at = 0; at < added.length; at += 2) {
    const [name = '', value = ''] = added.slice(at, at + 2)
    const known = list.findIndex((text, index) => index % 2 === 0 && text === name)
    if (known === -1) list.push(name, value)
    else list[known + 1] += `, ${value}`
  }
}

/** One system call, and no copy of a large prefix. */
function endWithBody(
  response: ServerResponse,
  method: string | undefined,
  prefix: string | Buffer,
  rest: string,
): void {
  if (method === 'HEAD') {
    response.end()
  } else if (typeof prefix === 'string') {
    response.end(prefix + rest, 'latin1')
  } else {
    response.cork()
    response.write(prefix)
    response.end(rest, 'latin1')
  }
}
