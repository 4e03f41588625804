/** `/v1/showtimes/{showtime_id}/history` and `/v1/sold-seats`. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { instant, withDefault } from '../../../http/openapi/fields.ts'
import { dataReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { availabilityCache, type CinemaContext, requireTheater } from '../cinema-context.ts'
import { readHistory, readSoldSeats } from '../queries/history.ts'
import { readMovie } from '../queries/movies/movies.ts'
import { ShowtimeHistory, SoldSeats } from '../schema/index.ts'
import { movieId, theaterId } from './params.ts'

const shared = {
  method: 'GET',
  tag: 'Showtimes',
  access: 'optional',
  cache: availabilityCache,
} as const satisfies Partial<AnyRoute>

const dayMs = 86_400_000
const daysMax = 120

export function historyRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      path: '/v1/showtimes/:showtime_id/history',
      id: 'getShowtimeHistory',
      summary: 'Get the seats and prices of a showtime over time',
      description:
        'What each capture showed: one per minute of the last three hours before the newest capture, one per hour of the last three days, one per day before; at most 400 of seats and 400 of prices. It is kept as long as the showtime, and for years by a server with an archive.',
      params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
      response: { data: ShowtimeHistory },
      handle: async ({ params: { showtime_id }, signal }) => {
        const history = await readHistory(cinema.db, showtime_id, signal)
        if (history === undefined) throw notFound('showtime', 'showtime_id')
        return dataReply(history)
      },
    }),
    defineRoute({
      ...shared,
      path: '/v1/sold-seats',
      id: 'getSoldSeats',
      summary: 'Get seats sold by hour before the start',
      description:
        'Of showtimes that have started: all, or those at a theater, of a movie, or both. A showtime counts for those of the last 72 hours in which its seats were captured. At most the latest 500 showtimes are counted. A server with an archive also counts all those that are only there, unless there are more than 500 others.',
      query: Type.Object({
        ...theaterId,
        ...movieId,
        days: withDefault(
          Type.Integer({
            minimum: 1,
            maximum: daysMax,
            description: 'Showtimes of so many days until `to`.',
          }),
          28,
        ),
        to: Type.Optional(
          instant({ description: 'Showtimes that started later are not counted. Default: now.' }),
        ),
      }),
      response: { data: SoldSeats },
      handle: async ({
        query: { theater_id: theaterId, movie_id: movieId, days, to: until },
        nowMs,
        signal,
      }) => {
        const to = Math.min(nowMs, until === undefined ? nowMs : Date.parse(until))
        const query = { theaterId, movieId, from: Math.max(0, to - days * dayMs), to }
        const sold = await readSoldSeats(cinema.db, query, signal)
        // Past showtimes outlive their theater and their movie in the archive.
        if (sold.showtimes === 0) {
          if (theaterId !== undefined) requireTheater(await cinema.theaters.current(), theaterId)
          if (movieId !== undefined && (await readMovie(cinema.db, movieId)) === undefined)
            throw notFound('movie', 'movie_id')
        }
        return dataReply(sold)
      },
    }),
  ]
}
