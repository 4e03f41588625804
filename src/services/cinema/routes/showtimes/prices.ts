/** `/v1/showtimes/{showtime_id}/prices`. */

import { Type } from 'typebox'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { unsupportedCapability } from '../../live/refresh-showtimes.ts'
import { readShowtimeWithPrices } from '../../queries/seats.ts'
import { PriceQuote } from '../../schema/index.ts'
import { sourceModeParams } from '../params.ts'
import { refreshData, requireShowtime, showtimeDataRoute, showtimeReply } from './showtime-data.ts'

export function priceRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...showtimeDataRoute,
    path: '/v1/showtimes/:showtime_id/prices',
    id: 'listPrices',
    summary: 'List ticket prices',
    params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
    query: Type.Object({ ...sourceModeParams }),
    response: { rows: PriceQuote },
    handle: async (context) => {
      const read = () => readShowtimeWithPrices(cinema.db, context.params.showtime_id)
      const found = requireShowtime(await read(), await cinema.theaters.current())
      if (!found.capabilities.prices)
        throw unsupportedCapability('prices', 'This source provides no prices for this showtime.')
      const refresh = await refreshData(cinema, 'prices', context, found)
      const stored = refresh.mode === 'live' ? (await read())?.stored : found.stored
      const quotes = JSON.parse(stored?.doc ?? '[]') as unknown[]
      return {
        rows: quotes.map((quote) => JSON.stringify(quote)),
        ...showtimeReply(context, refresh, stored?.captured_at),
      }
    },
  })
}
