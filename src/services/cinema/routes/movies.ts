/** `/v1/movies`. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import type { Point } from '../../../core/places/distance.ts'
import { docReply, pageReply, totalMax, totalMeta } from '../../../http/reply.ts'
import { nearMeta } from '../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache, minuteCache } from '../cinema-context.ts'
import { addDays } from '../normalise/time.ts'
import { currentFilter } from '../queries/current-showtimes.ts'
import { findMovies, type MovieFilter, readMovie, withoutAliases } from '../queries/movies/movies.ts'
import { lastDayStart } from '../queries/showtime-window.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { Movie } from '../schema/index.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { noEffectWarnings, warningsMeta } from '../warnings.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'
import { placeWarnings, unknownFilters } from './list-warnings.ts'
import {
  chainIds,
  days,
  distancesFrom,
  fields,
  near,
  optionalText,
  paging,
  parseFilter,
  parseInclude,
  pointParams,
  resolvePoint,
  selectTheaterIds,
  theaterIds,
  total,
} from './params.ts'

export function movieRoutes(cinema: CinemaContext): AnyRoute[] {
  return [searchRoute(cinema), movieRoute(cinema)]
}

const MovieQuery = Type.Object({
  q: optionalText(
    'Words in a title or the name of a director, or their beginnings. All words must match; if no movie matches, one letter of each may be wrong, or one of the whole title.',
  ),
  playing_now: Type.Optional(
    Type.Boolean({
      description:
        'true: only movies with current or future showtimes, whatever `days` is; with `date`, on `days` business dates from then.',
    }),
  ),
  ...days,
  ...near,
  ...pointParams,
  ...chainIds,
  ...theaterIds,
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Comma-separated expansions. `aliases` adds the titles and ids of all listings; those of showtimes have no effect.',
      examples: ['aliases'],
    }),
  ),
  ...total,
  ...fields,
  ...paging,
})
type MovieQuery = Type.Static<typeof MovieQuery>

function searchRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/movies/search',
    id: 'searchMovies',
    summary: 'Search movies',
    description:
      'Sorted by title, with `q` by relevance. A theater, place or chain without `date` selects movies with current or future showtimes there on `days` business dates from today, with `playing_now` on any day. With none of these, all movies are listed, whatever `days` is.',
    query: MovieQuery,
    response: { rows: Movie },
    cache: minuteCache,
    handle: async ({ query, after, nowMs }) => {
      const include = parseInclude(query)
      const theaters = await cinema.theaters.current()
      const location = await resolvePoint(query, theaters, cinema)
      const filter = await toMovieFilter(cinema.db, theaters, location, query, nowMs)
      const { rows, total } = await findMovies(
        cinema,
        { ...query, countMax: query.total ? totalMax + 1 : undefined },
        filter,
        after(),
      )
      return pageReply({
        rows,
        limit: query.limit,
        doc: (row) => (include.has('aliases') ? row.doc : withoutAliases(row.doc)),
        key: (row) => row.key,
        meta: {
          ...cachedMeta,
          ...totalMeta(total, totalMax),
          ...nearMeta(query, location),
          ...warningsMeta([
            ...(await placeWarnings(cinema, query, location, theaters)),
            ...(rows.length === 0 ? await unknownFilters(cinema, theaters, query) : []),
            ...noEffectWarnings(include),
          ]),
        },
      })
    },
  })
}

/** Undefined if nothing can match. */
async function toMovieFilter(
  db: CinemaDb,
  theaters: Theaters,
  location: Point | undefined,
  query: MovieQuery,
  nowMs: number,
): Promise<MovieFilter | undefined> {
  const { date } = query
  const { included: chainIds, excluded: otherChainIds } = parseFilter(query.chain_id)
  const distances = distancesFrom(theaters, location, query.radius_miles)
  const theaterIds = selectTheaterIds(theaters, query.theater_id, distances)?.filter((id) =>
    theaters.byId.has(id),
  )
  if (theaterIds?.length === 0) return undefined
  const isCurrent =
    query.playing_now === true ||
    (date === undefined && (theaterIds !== undefined || query.chain_id !== undefined))
  return {
    firstDay: date,
    lastDay: date === undefined ? undefined : addDays(date, query.days - 1),
    ...(isCurrent ? await currentFilter(db, nowMs) : {}),
    dayStartsUntil:
      isCurrent && date === undefined && !query.playing_now ? lastDayStart(nowMs, query.days) : undefined,
    chainIds,
    otherChainIds,
    theaterIds,
    isWide: (theaterIds?.length ?? 0) > theaters.byId.size * wideShare || undefined,
  }
}

/** Above this share of all theaters, it is faster to look for a theater of each movie than for the movies of each theater. */
const wideShare = 0.2

function movieRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/movies/:movie_id',
    id: 'getMovie',
    summary: 'Get a movie',
    params: Type.Object({ movie_id: Type.String({ description: '`id` of the movie.' }) }),
    response: { data: Movie },
    cache: catalogueCache,
    handle: async ({ params }) => {
      const doc = await readMovie(cinema.db, params.movie_id)
      if (doc === undefined) throw notFound('movie', 'movie_id')
      return docReply(doc, cachedMeta)
    },
  })
}
