/** Showtimes: of a theater, of a movie, by search, and one. */

import { Type } from 'typebox'
import { day } from '../../../http/openapi/fields.ts'
import { oneDoc } from '../../../http/reply.ts'
import { type AnyRoute, type Ask, defineRoute } from '../../../http/route.ts'
import { availabilityCache, knownTheater, notFound, type Room } from '../cinema-context.ts'
import type { Point } from '../queries/distance.ts'
import { readMovie } from '../queries/movies.ts'
import { toWindow } from '../queries/showtime-window.ts'
import { readShowtime } from '../queries/showtimes.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { SeatingType, Showtime } from '../schema/index.ts'
import {
  around,
  chainId,
  days,
  include,
  mode,
  movieId,
  near,
  paging,
  pointOf,
  readInclude,
  readMaxAge,
  readWindow,
  seatDetail,
  theaterId,
  window,
} from './params.ts'
import {
  freshnessOf,
  type Presented,
  partsOf,
  presentRows,
  showtimePage,
  warningsOf,
} from './showtime-page.ts'

const shared = { method: 'GET', tag: 'Showtimes', access: 'optional', cache: availabilityCache } as const
const orderNote =
  'With `date` in the order of cinema days, else in the order of starts. Without `date`, `from` and `to` only current and future screenings.'

export function showtimeRoutes(room: Room): AnyRoute[] {
  return [theaterShowtimes(room), movieShowtimes(room), searchShowtimes(room), oneShowtime(room)]
}

interface PresentQuery {
  readonly include?: string
  readonly seat_detail: Presented['seatDetail']
  readonly source_mode?: Presented['mode']
  readonly freshness?: string
}

function presented({
  query,
  nowMs,
  admission,
}: Pick<Ask<PresentQuery, unknown, unknown>, 'query' | 'nowMs' | 'admission'>): Presented {
  return {
    include: readInclude(query.include),
    seatDetail: query.seat_detail,
    mode: query.source_mode ?? 'cached',
    maxAgeMs: readMaxAge(query.freshness),
    nowMs,
    admission,
  }
}

function theaterShowtimes(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/theaters/:theater_id/showtimes',
    id: 'listTheaterShowtimes',
    summary: 'Showtimes of one theater',
    description: orderNote,
    params: Type.Object({ theater_id: Type.String() }),
    query: Type.Object({ ...days, ...window, ...include, ...seatDetail, ...mode, ...paging }),
    answer: { rows: Showtime },
    errors: ['invalid_cursor'],
    handle: async (ask) => {
      const { query, params, nowMs } = ask
      const shown = presented(ask)
      const asked = { date: query.date, days: query.days, ...readWindow(query) }
      const theaters = await room.theaters.current()
      const { id, timezone } = knownTheater(theaters, params.theater_id)
      return await showtimePage(room, theaters, {
        ...shown,
        filter: { theaterId: id, ...toWindow(asked, nowMs) },
        window: asked,
        after: ask.after(),
        limit: query.limit,
        timezone,
      })
    },
  })
}

function movieShowtimes(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/movies/:movie_id/showtimes',
    id: 'listMovieShowtimes',
    summary: 'Showtimes of one movie, anywhere or near a place',
    description: orderNote,
    params: Type.Object({ movie_id: Type.String() }),
    query: Type.Object({
      ...near,
      ...around,
      ...days,
      ...chainId,
      ...theaterId,
      ...include,
      ...seatDetail,
      ...mode,
      ...paging,
    }),
    answer: { rows: Showtime },
    errors: ['invalid_cursor'],
    handle: async (ask) => {
      const { query, params, nowMs } = ask
      const shown = presented(ask)
      const asked = { date: query.date, days: query.days }
      const theaters = await room.theaters.current()
      const point = await pointOf(query, theaters)
      if ((await readMovie(room.db, params.movie_id)) === undefined) throw notFound('movie', 'movie_id')
      return await showtimePage(room, theaters, {
        ...shown,
        filter: {
          movieId: params.movie_id,
          chainId: query.chain_id,
          theaterId: query.theater_id,
          ...theatersNear(theaters, point, query.radius_miles),
          ...toWindow(asked, nowMs),
        },
        window: asked,
        after: ask.after(),
        limit: query.limit,
      })
    },
  })
}

function searchShowtimes(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/search',
    id: 'searchShowtimes',
    summary: 'Showtimes by theater, movie, chain, place, time and kind',
    description: orderNote,
    query: Type.Object({
      ...theaterId,
      ...movieId,
      ...chainId,
      ...days,
      ...window,
      business_date: Type.Optional(
        day({ description: 'One cinema day; does not open the past by itself, unlike `date`.' }),
      ),
      ...near,
      ...around,
      format: Type.Optional(
        Type.String({ minLength: 1, maxLength: 60, description: 'A format tag.', examples: ['imax'] }),
      ),
      has_seatmap: Type.Optional(
        Type.Boolean({ description: 'Whether the seats can be seen one by one, stored or live.' }),
      ),
      seating_type: Type.Optional(SeatingType),
      ...include,
      ...seatDetail,
      ...mode,
      ...paging,
    }),
    answer: { rows: Showtime },
    errors: ['invalid_cursor'],
    handle: async (ask) => {
      const { query, nowMs } = ask
      const shown = presented(ask)
      const theaters = await room.theaters.current()
      const point = await pointOf(query, theaters)
      const asked = {
        date: query.date,
        businessDate: query.business_date,
        days: query.days,
        ...readWindow(query),
      }
      return await showtimePage(room, theaters, {
        ...shown,
        filter: {
          theaterId: query.theater_id,
          movieId: query.movie_id,
          chainId: query.chain_id,
          ...theatersNear(theaters, point, query.radius_miles),
          format: query.format,
          hasGrid: query.has_seatmap,
          seating: query.seating_type,
          ...toWindow(asked, nowMs),
        },
        window: asked,
        after: ask.after(),
        limit: query.limit,
      })
    },
  })
}

function oneShowtime(room: Room): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/showtimes/:showtime_id',
    id: 'getShowtime',
    summary: 'One showtime',
    description: 'Also one that is over, or that its source no longer lists: that one is `cancelled`.',
    params: Type.Object({ showtime_id: Type.String() }),
    query: Type.Object({ ...include, ...seatDetail }),
    answer: { data: Showtime },
    handle: async (ask) => {
      const shown = presented(ask)
      const row = await readShowtime(room.db, ask.params.showtime_id, partsOf(shown))
      if (row === undefined) throw notFound('showtime', 'showtime_id')
      const theaters = await room.theaters.current()
      const [text = 'null'] = presentRows([row], theaters, shown)
      const warnings = warningsOf([row], theaters, shown)
      return oneDoc(text, {
        source_mode: 'cached',
        ...freshnessOf([row], theaters, ask.nowMs),
        ...(warnings.length === 0 ? {} : { warnings }),
      })
    },
  })
}

function theatersNear(
  theaters: Theaters,
  point: Point | undefined,
  radiusMiles: number,
): { readonly theaterIds?: readonly string[] } {
  if (point === undefined) return {}
  return { theaterIds: theaters.near(point, radiusMiles).map(({ theater }) => theater.id) }
}
