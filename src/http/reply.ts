/** What a handler returns: JSON text as it is stored, and what belongs into the envelope around it. */

import type { CursorKey } from './cursor.ts'

export interface Reply {
  /** 200 unless told. */
  readonly status?: number
  /** JSON text of `data`. */
  readonly data?: string
  /** JSON text of `data` in pieces, sent as they are made; for answers that are never kept. */
  readonly stream?: AsyncIterable<string>
  /** The rows of a list as JSON texts; `data` is made from them, and so are NDJSON and CSV. */
  readonly rows?: readonly string[]
  /** The rows as an Atom feed, for routes that have one. */
  readonly feed?: () => string
  readonly meta?: Readonly<Record<string, unknown>>
  /** Further members of the envelope, beside `data` and `meta`. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Sort values of the last row when there is a next page. */
  readonly nextKey?: CursorKey
  /** A whole body of its own type instead of an envelope: a page, a document, an upstream's answer passed on. */
  readonly body?: { readonly type: string; readonly content: string | Buffer }
  /** Further headers; they win over the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** The columns as CSV, where they differ from answer to answer. */
  readonly columns?: readonly string[]
  /** Of a route whose handler keeps answers itself (`cache: 'handler'`). */
  readonly cache?: HandlerCache
}

/** What a handler that keeps answers itself knows about this one. */
export interface HandlerCache {
  readonly etag: string
  /** When the source gave it. */
  readonly createdAt: number
  readonly freshUntil: number
  /** Until when these very bytes may be sent again without asking the handler. */
  readonly reusableUntil: number
  /** As for everybody: `public, max-age=…`. */
  readonly cacheControl: string
  /** How this answer came about, as in RFC 9211: `hit`, `fwd=miss; stored`. */
  readonly cacheStatus: string
}

export function dataReply(value: unknown, meta?: Record<string, unknown>): Reply {
  return { data: JSON.stringify(value), ...(meta ? { meta } : {}) }
}

/** A resource that is stored as it is served. */
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

/** A page of a list that was read with one row more than asked for: that row tells whether there is a next page. */
export function pageReply<Row>({ rows, limit, doc, key, meta = {} }: PageOptions<Row>): Reply {
  const pageRows = rows.length > limit ? rows.slice(0, limit) : rows
  const last = pageRows.at(-1)
  return {
    rows: pageRows.map(doc),
    meta: { ...meta, pagination: { limit, next_cursor: null } },
    ...(rows.length > limit && last !== undefined ? { nextKey: key(last) } : {}),
  }
}
