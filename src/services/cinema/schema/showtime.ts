/** Showtimes and ticket prices. */

import { Type } from 'typebox'
import { day, instant, nullable } from '../../../http/openapi/fields.ts'
import { ShowtimeStatus, TicketAudience } from './enums.ts'
import { Warning } from './meta.ts'
import { Movie } from './movie.ts'
import { SeatMapSummary } from './seats.ts'
import { DataCapabilities, SourceLineage } from './source.ts'
import { Theater } from './theater.ts'

export type PriceQuote = Type.Static<typeof PriceQuote>
export const PriceQuote = Type.Object(
  {
    ticket_type_id: Type.String(),
    label: Type.String(),
    amount: Type.Number({ format: 'double', minimum: 0 }),
    currency: Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217.', examples: ['GBP'] }),
    audience: Type.Optional(TicketAudience),
    tax_amount: Type.Optional(nullable(Type.Number({ format: 'double' }))),
    fee_amount: Type.Optional(nullable(Type.Number({ format: 'double' }))),
    fees_included: Type.Optional(nullable(Type.Boolean())),
    area_id: Type.Optional(Type.String()),
    area_label: Type.Optional(Type.String()),
    min_quantity: Type.Optional(Type.Integer()),
    max_quantity: Type.Optional(Type.Integer()),
    rules: Type.Optional(Type.Array(Type.String())),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'PriceQuote' },
)

export type Showtime = Type.Static<typeof Showtime>
export const Showtime = Type.Object(
  {
    id: Type.String(),
    theater_id: Type.String(),
    movie_id: Type.String(),
    starts_at: instant({ description: 'The advertised start, in UTC.' }),
    ends_at: Type.Optional(
      instant({
        description:
          'The start plus the running time, in UTC; absent if that is unknown. Advertisements and trailers come before the film, so it ends later.',
      }),
    ),
    business_date: day({
      description: 'Business date: shows before 06:00 local time usually belong to the day before.',
    }),
    status: ShowtimeStatus,
    source_showtime_id: Type.Optional(Type.String()),
    starts_at_local: Type.Optional(
      Type.String({ description: 'Local time of the theater, with UTC offset.' }),
    ),
    timezone: Type.Optional(Type.String()),
    auditorium: Type.Optional(Type.String()),
    screen: Type.Optional(Type.String()),
    format_tags: Type.Optional(Type.Array(Type.String())),
    raw_format_tags: Type.Optional(Type.Array(Type.String())),
    language: Type.Optional(Type.String({ description: 'BCP 47.', examples: ['en'] })),
    subtitle_language: Type.Optional(Type.String({ description: 'BCP 47.' })),
    booking_url: Type.Optional(Type.String({ format: 'uri' })),
    distance_miles: Type.Optional(
      Type.Number({
        format: 'double',
        description: 'From the place in `near`, or `lat` and `lon`; absent without one.',
      }),
    ),
    capabilities: Type.Optional(DataCapabilities),
    availability_summary: Type.Optional(SeatMapSummary),
    movie: Type.Optional(Movie),
    theater: Type.Optional(Theater),
    prices: Type.Optional(Type.Array(PriceQuote)),
    warnings: Type.Optional(
      Type.Array(Warning, { description: 'Doubts about the data, such as `ambiguous_local_time`.' }),
    ),
    source_lineage: Type.Optional(SourceLineage),
  },
  { $id: 'Showtime' },
)
