/** Collections with a total and an offset, as the specification of the coverage records has them. */

import { Type } from 'typebox'
import { limit, withDefault } from '../../../http/openapi/fields.ts'
import type { Reply } from '../../../http/reply.ts'

export const offsetParams = {
  limit: limit(),
  offset: withDefault(
    Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Rows to leave out before the first.' }),
    0,
  ),
}

interface OffsetPage {
  readonly total: number
  readonly docs: readonly string[]
}

/** Both next fields are null on the last page. */
export function offsetPage({ total, docs }: OffsetPage, query: { limit: number; offset: number }): Reply {
  const { limit: size, offset } = query
  const next = offset + docs.length < total && docs.length > 0 ? offset + docs.length : null
  return {
    rows: docs,
    extra: { pagination: { total, limit: size, offset, nextOffset: next, next_offset: next } },
  }
}
