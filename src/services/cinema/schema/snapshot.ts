/** The request and response of an availability snapshot. */

import { Type } from 'typebox'
import { day, instant, withDefault } from '../../../http/openapi/fields.ts'
import { Expansion, SeatDetail, SourceMode } from './enums.ts'
import { SeatMap } from './seats.ts'
import { Showtime } from './showtime.ts'

/** `15m`, `2h`, `1d`. */
export const MaxAge = Type.String({
  pattern: '^[0-9]+[mhd]$',
  description: 'Maximum acceptable age: a number followed by m, h or d.',
  examples: ['15m', '2h', '1d'],
})

const ids = (what: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 500, description: `${what} by id.` })

export type AvailabilitySnapshotRequest = Type.Static<typeof AvailabilitySnapshotRequest>
export const AvailabilitySnapshotRequest = Type.Object(
  {
    theater_ids: Type.Optional(ids('Theaters')),
    movie_ids: Type.Optional(ids('Movies')),
    chain_ids: Type.Optional(ids('Chains')),
    area: Type.Optional(
      Type.Object(
        {
          lat: Type.Number({ format: 'double', minimum: -90, maximum: 90 }),
          lon: Type.Number({ format: 'double', minimum: -180, maximum: 180 }),
          radius_miles: Type.Number({ format: 'double', minimum: 0, maximum: 12_500 }),
        },
        { additionalProperties: false },
      ),
    ),
    date: Type.Optional(day()),
    from: Type.Optional(instant()),
    to: Type.Optional(instant()),
    days: Type.Optional(withDefault(Type.Integer({ minimum: 1, maximum: 45 }), 1)),
    include: Type.Optional(Type.Array(Expansion, { maxItems: 6 })),
    seat_detail: Type.Optional(withDefault(SeatDetail, 'summary')),
    source_mode: Type.Optional(withDefault(SourceMode, 'cached')),
    freshness: Type.Optional(MaxAge),
  },
  {
    $id: 'AvailabilitySnapshotRequest',
    additionalProperties: false,
    examples: [{ area: { lat: 51.5074, lon: -0.1278, radius_miles: 5 } }],
  },
)

export type AvailabilitySnapshot = Type.Static<typeof AvailabilitySnapshot>
export const AvailabilitySnapshot = Type.Object(
  { showtimes: Type.Array(Showtime), seatmaps: Type.Array(SeatMap) },
  { $id: 'AvailabilitySnapshot' },
)
