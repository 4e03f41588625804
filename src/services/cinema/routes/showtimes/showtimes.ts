/** `/v1/showtimes`, and the showtimes of a theater or movie. */

import { Type } from 'typebox'
import { Failure, notFound } from '../../../../core/errors.ts'
import { day, oneOf, withDefault } from '../../../../http/openapi/fields.ts'
import { docReply } from '../../../../http/reply.ts'
import { nearMeta } from '../../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../../http/route.ts'
import { availabilityCache, type CinemaContext, requireTheater } from '../../cinema-context.ts'
import { partyMax } from '../../normalise/seats-together.ts'
import { readMovie } from '../../queries/movies/movies.ts'
import { toWindow } from '../../queries/showtime-window.ts'
import { readShowtime, type ShowtimeFilter } from '../../queries/showtimes.ts'
import type { Theaters } from '../../queries/theater-index.ts'
import { SeatingType, Showtime } from '../../schema/index.ts'
import { tagWarnings, warningsMeta } from '../../warnings.ts'
import { toFreshness } from '../freshness.ts'
import { placeWarnings } from '../list-warnings.ts'
import {
  chainIds,
  days,
  distancesFrom,
  fields,
  include,
  movieIds,
  near,
  paging,
  parseFilter,
  parseInclude,
  parseMaxAge,
  parseWindow,
  pointParams,
  resolvePoint,
  seatDetail,
  selectTheaterIds,
  sourceModeParams,
  theaterIds,
  total,
  window,
} from '../params.ts'
import {
  type PresentationOptions,
  renderShowtimes,
  requiredParts,
  rowCaptureTimes,
  rowWarnings,
  showtimePage,
} from './showtime-page.ts'
import { tagParams, toTagFilter } from './tag-filter.ts'

const seatParams = {
  min_free: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'At least as many free seats when they were last captured.',
    }),
  ),
  together: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: partyMax,
      description:
        'As many free seats next to each other when they were last captured, without places for wheelchairs. Only showtimes with a plan.',
    }),
  ),
}

const sortParam = {
  sort: withDefault(
    oneOf(['start', 'distance'], {
      description: '`distance`: by theater, the nearest to `near` first. Requires a place.',
    }),
    'start',
  ),
}

const shared = { method: 'GET', tag: 'Showtimes', access: 'optional', cache: availabilityCache } as const
const listRoute = {
  ...shared,
  description:
    'By start; with `date`, by business date first. Without `date`, `from` and `to`: current and future screenings only.',
  response: { rows: Showtime },
} as const
const listParams = {
  ...tagParams,
  ...seatParams,
  ...total,
  ...include,
  ...fields,
  ...seatDetail,
  ...sourceModeParams,
  ...paging,
}

export function showtimeRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    theaterShowtimesRoute(cinema),
    movieShowtimesRoute(cinema),
    searchShowtimesRoute(cinema),
    showtimeRoute(cinema),
  ]
}

interface PresentationQuery {
  readonly include?: string
  readonly fields?: string
  readonly seat_detail: PresentationOptions['seatDetail']
  readonly source_mode?: PresentationOptions['mode']
  readonly freshness?: string
}

type Presented = Pick<RequestContext<PresentationQuery, unknown, unknown>, 'query' | 'nowMs' | 'admission'>

function presentationOptions({ query, nowMs, admission }: Presented): PresentationOptions {
  return {
    include: parseInclude(query),
    seatDetail: query.seat_detail,
    mode: query.source_mode ?? 'cached',
    maxAgeMs: parseMaxAge(query.freshness),
    nowMs,
    admission,
  }
}

function theaterShowtimesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...listRoute,
    path: '/v1/theaters/:theater_id/showtimes',
    id: 'listTheaterShowtimes',
    summary: 'List a theater’s showtimes',
    params: Type.Object({ theater_id: Type.String({ description: '`id` of the theater.' }) }),
    query: Type.Object({ ...days, ...window, ...listParams }),
    handle: async (context) => {
      const { query, params, nowMs } = context
      const presentation = presentationOptions(context)
      const windowQuery = { date: query.date, days: query.days, ...parseWindow(query) }
      const theaters = await cinema.theaters.current()
      const { id, timezone } = requireTheater(theaters, params.theater_id)
      return await showtimePage(cinema, theaters, {
        ...presentation,
        filter: { theaterId: id, ...toTagFilter(query), ...(await toWindow(cinema.db, windowQuery, nowMs)) },
        warnings: tagWarnings(query),
        withTotal: query.total,
        window: windowQuery,
        after: context.after(),
        limit: query.limit,
        timezone,
      })
    },
  })
}

function movieShowtimesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...listRoute,
    path: '/v1/movies/:movie_id/showtimes',
    id: 'listMovieShowtimes',
    summary: 'List a movie’s showtimes',
    params: Type.Object({ movie_id: Type.String({ description: '`id` of the movie.' }) }),
    query: Type.Object({
      ...near,
      ...pointParams,
      ...days,
      ...chainIds,
      ...theaterIds,
      ...sortParam,
      ...listParams,
    }),
    handle: async (context) => {
      const { query, params, nowMs } = context
      const presentation = presentationOptions(context)
      const windowQuery = { date: query.date, days: query.days }
      const theaters = await cinema.theaters.current()
      const location = await resolvePoint(query, theaters, cinema)
      const distances = distancesFrom(theaters, location, query.radius_miles)
      if ((await readMovie(cinema.db, params.movie_id)) === undefined) throw notFound('movie', 'movie_id')
      return await showtimePage(cinema, theaters, {
        ...presentation,
        filter: {
          movieId: params.movie_id,
          ...toPlaceFilter(theaters, query, distances),
          ...toTagFilter(query),
          ...(await toWindow(cinema.db, windowQuery, nowMs)),
        },
        window: windowQuery,
        meta: nearMeta(query, location),
        warnings: [...(await placeWarnings(cinema, query, location, theaters)), ...tagWarnings(query)],
        withTotal: query.total,
        distances,
        theaterQuery: query,
        after: context.after(),
        limit: query.limit,
      })
    },
  })
}

function searchShowtimesRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...listRoute,
    path: '/v1/showtimes/search',
    id: 'searchShowtimes',
    summary: 'Search showtimes',
    query: Type.Object({
      ...theaterIds,
      ...movieIds,
      ...chainIds,
      ...days,
      ...window,
      business_date: Type.Optional(
        day({ description: 'A business date. Excludes past screenings, unlike `date`.' }),
      ),
      ...near,
      ...pointParams,
      has_seatmap: Type.Optional(
        Type.Boolean({ description: 'Whether individual seats are available, stored or live.' }),
      ),
      seating_type: Type.Optional(SeatingType),
      ...sortParam,
      ...listParams,
    }),
    handle: async (context) => {
      const { query, nowMs } = context
      const presentation = presentationOptions(context)
      const theaters = await cinema.theaters.current()
      const location = await resolvePoint(query, theaters, cinema)
      const distances = distancesFrom(theaters, location, query.radius_miles)
      const windowQuery = {
        date: query.date,
        businessDate: query.business_date,
        days: query.days,
        ...parseWindow(query),
      }
      return await showtimePage(cinema, theaters, {
        ...presentation,
        filter: {
          ...toPlaceFilter(theaters, query, distances),
          ...toMovieIdFilter(query.movie_id),
          ...toTagFilter(query),
          hasGrid: query.has_seatmap,
          seating: query.seating_type,
          ...(await toWindow(cinema.db, windowQuery, nowMs)),
        },
        window: windowQuery,
        meta: nearMeta(query, location),
        warnings: [...(await placeWarnings(cinema, query, location, theaters)), ...tagWarnings(query)],
        withTotal: query.total,
        distances,
        theaterQuery: query,
        after: context.after(),
        limit: query.limit,
      })
    },
  })
}

function showtimeRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id',
    id: 'getShowtime',
    summary: 'Get a showtime',
    description:
      'Includes past showtimes, and those that the source no longer lists: their status is `cancelled`.',
    params: Type.Object({ showtime_id: Type.String({ description: '`id` of the showtime.' }) }),
    query: Type.Object({ ...include, ...seatDetail }),
    response: { data: Showtime },
    handle: async (context) => {
      const presentation = presentationOptions(context)
      const row = await readShowtime(cinema.db, context.params.showtime_id, requiredParts(presentation))
      if (row === undefined) throw notFound('showtime', 'showtime_id')
      const theaters = await cinema.theaters.current()
      const [text = 'null'] = renderShowtimes([row], theaters, presentation)
      return docReply(text, {
        source_mode: 'cached',
        ...toFreshness(rowCaptureTimes([row], theaters), context.nowMs),
        ...warningsMeta(rowWarnings([row], theaters, presentation)),
      })
    },
  })
}

/** With `=`, an index has the rows of a single id in order; with `in`, all rows of the list are sorted. */
function toPlaceFilter(
  theaters: Theaters,
  query: {
    readonly chain_id?: string | undefined
    readonly theater_id?: string | undefined
    readonly sort: 'start' | 'distance'
  },
  distances: ReadonlyMap<string, number> | undefined,
): Pick<ShowtimeFilter, 'chainId' | 'chainIds' | 'otherChainIds' | 'theaterId' | 'theaterIds' | 'miles'> {
  const { included: chains, excluded: otherChainIds } = parseFilter(query.chain_id)
  const ids = selectTheaterIds(theaters, query.theater_id, distances)
  return {
    ...(chains?.length === 1 ? { chainId: chains[0] } : { chainIds: chains }),
    otherChainIds,
    ...(ids?.length === 1 ? { theaterId: ids[0] } : { theaterIds: ids }),
    miles: query.sort === 'distance' ? milesOf(ids, distances) : undefined,
  }
}

function milesOf(
  ids: readonly string[] | undefined,
  distances: ReadonlyMap<string, number> | undefined,
): ReadonlyMap<string, number> {
  if (distances === undefined)
    throw new Failure('invalid_request', 'The parameter "sort" can be distance only with a place.', {
      details: { parameter: 'sort', expected: 'a place in near, or lat and lon, or another order' },
    })
  return new Map(ids?.map((id) => [id, distances.get(id) ?? 0]))
}

function toMovieIdFilter(
  movie_id: string | undefined,
): Pick<ShowtimeFilter, 'movieId' | 'movieIds' | 'otherMovieIds'> {
  const { included, excluded } = parseFilter(movie_id)
  return {
    ...(included?.length === 1 ? { movieId: included[0] } : { movieIds: included }),
    otherMovieIds: excluded,
  }
}
