/** The members of `meta` that every service shares. */

import { Type } from 'typebox'
import { instant, nullable } from './fields.ts'

export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    next_cursor: nullable(Type.String({ description: 'Where the next page starts; null on the last one.' })),
  },
  { $id: 'Pagination' },
)

export const commonMeta = {
  request_id: Type.String(),
  generated_at: instant(),
  credits_charged: Type.Number(),
  pagination: Type.Optional(Pagination),
}

export const Meta = Type.Object(commonMeta, { $id: 'Meta' })
