/** Cursors: opaque, tamper-evident, bound to the query they came from. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from '../core/errors.ts'

/** The sort values of the last row of a page. */
export type CursorKey = readonly (string | number | null)[]

export interface CursorCodec {
  encode(query: object, key: CursorKey): string
  /** Throws `invalid_cursor` when it was altered or belongs to another query. */
  decode(query: object, cursor: string): CursorKey
}

const signatureBytes = 12

export function createCursorCodec(secret: string): CursorCodec {
  function sign(query: object, key: Buffer): Buffer {
    const mac = createHmac('sha256', secret)
    return mac
      .update(`cursor.1\n${canonicalQuery(query)}\n`)
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
      // The decoder is lenient about what it skips; a cursor has exactly one form.
      const isWellFormed = signature.length === signatureBytes && bytes.toString('base64url') === cursor
      if (!isWellFormed || !timingSafeEqual(signature, sign(query, key))) throw invalidCursor()
      return JSON.parse(key.toString()) as CursorKey
    },
  }
}

function invalidCursor(): Failure {
  return new Failure(
    'invalid_cursor',
    'This cursor was altered or belongs to a request with other filters.',
    {
      details: { parameter: 'cursor' },
    },
  )
}

/** What the cursor is bound to: the filters and the order, whatever way round they were written, not the page size. */
function canonicalQuery(query: object): string {
  const entries = Object.entries(query).filter(
    ([name, value]) => name !== 'cursor' && name !== 'limit' && value !== undefined,
  )
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
