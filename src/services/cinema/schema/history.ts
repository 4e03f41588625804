/** What earlier captures of a showtime showed, and how many seats were sold before the start. */

import { Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'

const count = () => nullable(Type.Integer({ minimum: 0 }))

const SeatsPoint = Type.Object({
  captured_at: instant(),
  capacity: count(),
  available: count(),
  sold: count(),
  occupancy_rate: nullable(Type.Number({ format: 'double', minimum: 0, maximum: 1 })),
})

const PricesPoint = Type.Object({
  captured_at: instant(),
  lowest: Type.Number({
    format: 'double',
    minimum: 0,
    description: 'Of the tickets for one person in `currency`.',
  }),
  highest: Type.Number({ format: 'double', minimum: 0 }),
  currency: Type.String({ examples: ['USD'] }),
})

export type ShowtimeHistory = Type.Static<typeof ShowtimeHistory>
export const ShowtimeHistory = Type.Object(
  {
    showtime_id: Type.String(),
    starts_at: instant(),
    seats: Type.Array(SeatsPoint, { description: 'Oldest first. Between two captures nothing is known.' }),
    prices: Type.Array(PricesPoint, { description: 'Oldest first.' }),
  },
  { $id: 'ShowtimeHistory' },
)

const SoldHour = Type.Object({
  hours_before: Type.Integer({
    minimum: 0,
    description: '0 is the last hour before the start.',
  }),
  showtimes: Type.Integer({ minimum: 1, description: 'Those with a capture in this hour.' }),
  capacity: Type.Integer({ minimum: 0, description: 'Seats of these showtimes.' }),
  sold: Type.Integer({ minimum: 0, description: 'Seats of these showtimes that were sold then.' }),
})

export type SoldSeats = Type.Static<typeof SoldSeats>
export const SoldSeats = Type.Object(
  {
    from: instant({ description: 'Showtimes that started earlier are not counted.' }),
    to: instant(),
    showtimes: Type.Integer({ minimum: 0, description: 'Counted showtimes: started, with captured seats.' }),
    is_complete: Type.Boolean({
      description: 'False if there were more showtimes; then only the latest are counted.',
    }),
    hours: Type.Array(SoldHour, { description: 'Hours without a capture are missing.' }),
  },
  { $id: 'SoldSeats' },
)

export const hourMs = 3_600_000
/** Before the start. Earlier captures are thinned to days. */
export const hoursMax = 72

/** As they are stored: with the time first, in milliseconds. */
export type StoredSeatsPoint = readonly [
  at: number,
  capacity: number | null,
  available: number | null,
  sold: number | null,
  occupancyRate: number | null,
]
export type StoredPricesPoint = readonly [at: number, lowest: number, highest: number, currency: string]

export function parsePoints<Point>(history: string | null): Point[] {
  return history === null ? [] : (JSON.parse(history) as Point[])
}
