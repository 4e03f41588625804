/** What a handler returns: stored JSON text and what goes into the envelope around it. */

import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { CursorKey } from './cursor.ts'
import type { StartLive } from './live/live-connection.ts'

export interface Reply {
  /** Default: 200. */
  readonly status?: number
  /** JSON text of `data`. */
  readonly data?: string
  /** JSON text of `data` in chunks that are sent as they are produced; never cached. */
  readonly stream?: AsyncIterable<string>
  /** Starts the stream of a route that has one. */
  readonly live?: StartLive
  /** The rows of a list as JSON texts, for every representation. */
  readonly rows?: readonly string[]
  /** The rows as an Atom feed, for routes that have one. */
  readonly feed?: () => string
  readonly meta?: Readonly<Record<string, unknown>>
  /** Additional members of the envelope. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Sort values of the last row if there is a next page. */
  readonly nextKey?: CursorKey
  /** A complete body instead of an envelope: a page, a document, an upstream's response. */
  readonly body?: { readonly type: string; readonly content: string | Buffer }
  /** A file instead of an envelope. */
  readonly file?: ReplyFile
  /** Only the head of a file that was not made, in reply to `HEAD`: nobody knows its length. */
  readonly head?: { readonly type: string }
  /** Additional headers, names in lower case; they override the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** CSV columns, if they differ between responses. */
  readonly columns?: readonly string[]
  /** Set by a handler that caches responses itself (`cache: 'handler'`). */
  readonly cache?: HandlerCache
}

export interface ReplyFile {
  /** Opens a part of it, which may be read until the signal aborts. Throws before the head is sent. */
  open(start: number, length: number, signal: AbortSignal): Promise<Readable>
  readonly bytes: number
  readonly type: string
  /** Of a file that never changes: parts of it can be requested. */
  readonly etag?: string
  /** Called when the file is sent, or is not wanted any more. */
  dispose?(): Promise<void>
}

/** Of a file on the disk. */
export function readsFile(path: string): ReplyFile['open'] {
  return async (start, length, signal) => {
    const handle = await open(path)
    return handle.createReadStream({ start, end: start + length - 1, signal })
  }
}

/** The caching state of a response that its handler caches itself. */
export interface HandlerCache {
  readonly etag: string
  /** When the source responded. */
  readonly createdAt: number
  readonly freshUntil: number
  /** Until when the same bytes may be sent without calling the handler. */
  readonly reusableUntil: number
  /** As for a caller without a credential: `public, max-age=…`. */
  readonly cacheControl: string
  /** RFC 9211: `hit`, `fwd=miss; stored`. */
  readonly cacheStatus: string
}

export function dataReply(value: unknown, meta?: Record<string, unknown>): Reply {
  return { data: JSON.stringify(value), ...(meta ? { meta } : {}) }
}

/** A resource that is stored as JSON text. */
export function docReply(doc: string, meta?: Record<string, unknown>): Reply {
  return { data: doc, ...(meta ? { meta } : {}) }
}

export function bodyReply(type: string, body: string | Buffer, headers?: Record<string, string>): Reply {
  return { body: { type, content: body }, ...(headers ? { headers } : {}) }
}

interface PageOptions<Row> {
  readonly rows: readonly Row[]
  readonly limit: number
  doc(row: Row): string
  key(row: Row): CursorKey
  readonly meta?: Readonly<Record<string, unknown>>
}

/** A page of a list. `rows` has one row more than `limit` if there is a next page. */
export function pageReply<Row>({ rows, limit, doc, key, meta }: PageOptions<Row>): Reply {
  const pageRows = rows.length > limit ? rows.slice(0, limit) : rows
  const last = pageRows.at(-1)
  const nextKey = rows.length > limit && last !== undefined ? key(last) : undefined
  return docsReply({ docs: pageRows.map(doc), limit, nextKey, meta })
}

/** Where `total=true` counts: more rows are not counted, because the answer would take seconds. */
export const totalMax = 10_000

/** The number of rows of a list; undefined if they were not counted. Those beyond `max` are not counted. */
export function totalMeta(total: number | undefined, max = Number.POSITIVE_INFINITY) {
  if (total === undefined) return {}
  return total > max ? { total: max, total_is_minimum: true } : { total }
}

interface DocsPage {
  readonly docs: readonly string[]
  readonly limit: number
  readonly nextKey: CursorKey | undefined
  readonly meta: Readonly<Record<string, unknown>> | undefined
}

/** A page of a list that is already rendered. */
export function docsReply({ docs, limit, nextKey, meta }: DocsPage): Reply {
  return {
    rows: docs,
    meta: { ...meta, pagination: { limit, next_cursor: null } },
    ...(nextKey === undefined ? {} : { nextKey }),
  }
}

/** Where the next page of a list with an offset begins: trust centers have it beside `meta`, the market in `meta.page`. */
export function nextOffset({ extra, meta }: Reply): number | undefined {
  const page = { ...(extra?.pagination as object), ...(meta?.page as object) } as {
    next_offset?: number | null
  }
  return page.next_offset ?? undefined
}
