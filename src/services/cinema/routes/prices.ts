/** `/v1/showtimes/{showtime_id}/prices`. */

import { Type } from 'typebox'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { unsupportedCapability } from '../live/refresh-showtimes.ts'
import { readShowtimeWithPrices } from '../queries/seats.ts'
import { PriceQuote } from '../schema/index.ts'
import { sourceModeParams } from './params.ts'
import { loadShowtime, showtimeDataRoute, showtimeReply } from './showtime-data.ts'

export function priceRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...showtimeDataRoute,
      path: '/v1/showtimes/:showtime_id/prices',
      id: 'listPrices',
      summary: 'List ticket prices',
      params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
      query: Type.Object({ ...sourceModeParams }),
      response: { rows: PriceQuote },
      handle: async (context) => {
        const load = () => readShowtimeWithPrices(cinema.db, context.params.showtime_id)
        const showtime = await loadShowtime(cinema, 'prices', context, load, ({ prices }) => {
          if (!prices)
            throw unsupportedCapability('prices', 'This source provides no prices for this showtime.')
        })
        const quotes = JSON.parse(showtime.stored?.doc ?? '[]') as unknown[]
        return {
          rows: quotes.map((quote) => JSON.stringify(quote)),
          ...showtimeReply(context, showtime, showtime.warnings),
        }
      },
    }),
  ]
}
