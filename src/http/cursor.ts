/** Pagination cursors: opaque, signed, and bound to the query, the read model and the version they were issued for. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { appVersion } from '../core/app-version.ts'
import { Failure } from '../core/errors.ts'
import type { Publications } from '../store/store.ts'

/** The sort values of the last row of a page. */
export type CursorKey = readonly (string | number | null)[]

export interface CursorCodec {
  encode(query: object, key: CursorKey): string
  /** Throws `invalid_cursor` if it was altered or issued for another query, read model or version of the program. */
  decode(query: object, cursor: string): CursorKey
}

/** The request for a page, to which its cursor is bound. */
export interface PageRequest {
  /** The route, parameters as `:name`. */
  readonly url: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
}

/** No parameter can be named `:url` or `:params`, so no request can imitate that of another route. */
export function cursorBinding({ url, params, query }: PageRequest): object {
  return { ...query, ':url': url, ':params': params }
}

const signatureBytes = 12

/** The position of a row in one read model says nothing about another. */
export function createCursorCodec(secret: string, readModel: Pick<Publications, 'epoch'>): CursorCodec {
  function sign(query: object, key: Buffer): Buffer {
    const mac = createHmac('sha256', secret)
    return mac
      .update(`cursor.2\n${appVersion}\n${readModel.epoch()}\n${canonicalQuery(query)}\n`)
      .update(key)
      .digest()
      .subarray(0, signatureBytes)
  }
  return {
    encode(query, key) {
      const bytes = Buffer.from(JSON.stringify(key))
      return Buffer.concat([sign(query, bytes), bytes]).toString('base64url')
    },
    decode(query, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      const signature = bytes.subarray(0, signatureBytes)
      const key = bytes.subarray(signatureBytes)
      // The decoder skips invalid characters, but a cursor has exactly one valid form.
      const isWellFormed = signature.length === signatureBytes && bytes.toString('base64url') === cursor
      if (!isWellFormed || !timingSafeEqual(signature, sign(query, key))) {
        const message =
          'The cursor is invalid, was issued for a request with different filters, or was issued before the data was rebuilt or the server was updated.'
        throw new Failure('invalid_cursor', message, { details: { parameter: 'cursor' } })
      }
      return JSON.parse(key.toString()) as CursorKey
    },
  }
}

/** Filters and order in any sequence, without the page size. */
function canonicalQuery(query: object): string {
  const entries = Object.entries(query).filter(
    ([name, value]) => name !== 'cursor' && name !== 'limit' && value !== undefined,
  )
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
