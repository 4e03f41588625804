/** The fields of `meta` that all services share. */

import { Type } from 'typebox'
import { instant, nullable } from './fields.ts'

export const Pagination = Type.Object(
  {
    limit: Type.Integer(),
    next_cursor: nullable(Type.String({ description: 'Cursor of the next page; null on the last page.' })),
  },
  { $id: 'Pagination' },
)

export const commonMeta = {
  request_id: Type.String(),
  generated_at: instant(),
  credits_charged: Type.Number(),
  pagination: Type.Optional(Pagination),
  total: Type.Optional(
    nullable(
      Type.Integer({
        description:
          'Number of rows that match, on all pages. Some lists count them only with `total=true`; null if nobody knows it.',
      }),
    ),
  ),
  total_is_minimum: Type.Optional(
    Type.Boolean({
      description: 'True if there are more rows than `total`: very long lists are not counted to their end.',
    }),
  ),
  changes_after: Type.Optional(
    Type.String({
      description:
        'Position in the change log from which to follow this list (that of its first page), or to go on after these changes: send it as `after`.',
    }),
  ),
  has_more: Type.Optional(
    Type.Boolean({ description: 'Of changes: whether there may be more after `changes_after` already.' }),
  ),
  sandbox: Type.Optional(
    Type.Boolean({
      description: 'True if the data is made up, because the server runs the sandbox profile.',
    }),
  ),
}

export const NearPlace = Type.Object(
  {
    place: Type.Optional(
      Type.String({
        description: 'The place that was chosen for `near`; absent for coordinates.',
        examples: ['London, England, United Kingdom'],
      }),
    ),
    lat: Type.Number(),
    lon: Type.Number(),
    alternatives: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Other places with this name or postal code, as values for `near`; absent if there are none.',
        examples: [['London, Ontario, Canada']],
      }),
    ),
  },
  { $id: 'NearPlace' },
)

/** The warnings of services that have no others. */
export const collectionWarnings = Type.Optional(
  Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
    description:
      'Doubts about the list: `not_yet_collected` if it is empty because no sync has finished yet, `unknown_value` if it is empty because a filter has a value that does not exist.',
  }),
)

export const Meta = Type.Object({ ...commonMeta, warnings: collectionWarnings }, { $id: 'Meta' })
