/** The pages of the cinema: what is on near a place, theaters, movies and showtimes. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { htmlReply } from '../../../http/pages/page.ts'
import { bodyReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute, type RequestContext } from '../../../http/route.ts'
import { type CinemaContext, requireTheater } from '../cinema-context.ts'
import { isRefreshFailure, type LiveTopic } from '../live/live-refresher.ts'
import { partyMax } from '../normalise/seats-together.ts'
import { popularPlaces } from '../places/popular-places.ts'
import { currentFilter } from '../queries/current-showtimes.ts'
import { readHistory } from '../queries/history.ts'
import { readMovies } from '../queries/movies/movies.ts'
import { seatMapJson } from '../queries/seat-map-json.ts'
import { readShowtimeWithPrices } from '../queries/seats.ts'
import { readShowtime } from '../queries/showtimes.ts'
import type { Theaters } from '../queries/theater-index.ts'
import type { Movie, SeatMap, Showtime, SourceMode } from '../schema/index.ts'
import { calendarFile, calendarType } from './cinema-pages/calendar-file.ts'
import { readNextProgramme, readProgramme, todayIn, toTheater } from './cinema-pages/programme.ts'
import { searchPage } from './cinema-pages/search-page.ts'
import { showtimePage } from './cinema-pages/showtime-page.ts'
import { theaterPage } from './cinema-pages/theater-page.ts'
import { moviePageRoutes } from './movie-pages.ts'
import { locatePlace, pageRoute, placeParams, toNotes } from './page-place.ts'
import { type FoundShowtime, refreshData, requireShowtime } from './showtimes/showtime-data.ts'
import { renderShowtimes } from './showtimes/showtime-page.ts'

const theatersPerPage = 12
/** Without a place. */
const moviesShown = 12
const pageMax = 100
/** Theaters on the map of a page. */
const mappedMax = 300

/** `url`: the public address of the service. */
export function cinemaPageRoutes(cinema: CinemaContext, url: string): AnyRoute[] {
  return [
    searchRoute(cinema, `${url}/showtimes`),
    theaterRoute(cinema, `${url}/theaters`),
    ...moviePageRoutes(cinema, `${url}/movies`),
    showtimeRoute(cinema, `${url}/showtimes`),
    calendarRoute(cinema, `${url}/showtimes`),
  ]
}

function searchRoute(cinema: CinemaContext, url: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/showtimes',
    id: 'getShowtimesPage',
    summary: 'Get a search as a page',
    query: Type.Object({
      ...placeParams,
      by: Type.Optional(oneOf(['theater', 'movie'], { description: 'How the page is ordered.' })),
      page: withDefault(Type.Integer({ minimum: 1, maximum: pageMax, description: 'Page of theaters.' }), 1),
    }),
    handle: async ({ query: { near = '', date, ...others }, nowMs }) => {
      const query = { ...others, near, date: date === '' ? undefined : date }
      const theaters = await cinema.theaters.current()
      const { location, problem } = await locatePlace(near, theaters, cinema)
      const isEmpty = theaters.byId.size === 0
      const shared = { query, isEmpty, problem, pageSize: theatersPerPage, url }
      if (location === undefined) {
        const popular = popularPlaces(theaters)
        const current = await currentFilter(cinema.db, nowMs)
        const rows = await readMovies(cinema.db, current, undefined, moviesShown)
        const movies = rows.slice(0, moviesShown).map(({ doc }) => JSON.parse(doc) as Movie)
        const page = htmlReply(searchPage({ ...shared, popular, movies, found: undefined }))
        return problem === undefined ? page : { ...page, status: 400 }
      }
      const all = theaters.near(location, query.radius_miles)
      const timezone = all[0]?.theater.timezone ?? 'UTC'
      const today = todayIn(timezone, nowMs)
      const shown = all.slice((query.page - 1) * theatersPerPage, query.page * theatersPerPage)
      const selected = date === '' || date === undefined ? today : date
      const theaterIds = shown.map(({ theater }) => theater.id)
      const shownQuery = { theaters, theaterIds, date: selected, timezone, nowMs }
      const programme = await readNextProgramme(cinema, shownQuery)
      const found = {
        label: location.label,
        alternatives: location.alternatives,
        today,
        date: selected,
        centre: location,
        theaters: shown.flatMap(toMapped),
        otherTheaters: all
          .slice(0, mappedMax)
          .filter((near) => !shown.includes(near))
          .flatMap(toMapped),
        theatersTotal: all.length,
        programme,
        notes: toNotes(query.radius_miles, location, theaters),
      }
      return htmlReply(searchPage({ ...shared, popular: [], movies: [], found }))
    },
  })
}

function theaterRoute(cinema: CinemaContext, url: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/theaters/:theater_id',
    id: 'getTheaterPage',
    summary: 'Get a theater as a page',
    params: Type.Object({ theater_id: Type.String({ maxLength: 64, description: '`id` of the theater.' }) }),
    query: Type.Object({ date: placeParams.date }),
    handle: async ({ params, query, nowMs }) => {
      const theaters = await cinema.theaters.current()
      const indexed = requireTheater(theaters, params.theater_id)
      const { capturedAt, timezone } = indexed
      const today = todayIn(timezone, nowMs)
      const date = query.date || today
      const theaterIds = [indexed.id]
      const programme = await readNextProgramme(cinema, { theaters, theaterIds, date, timezone, nowMs })
      const theater = toTheater(indexed)
      const page = { theater, programme, today, date, capturedAt, nowMs, url: `${url}/${indexed.id}` }
      return htmlReply(theaterPage(page))
    },
  })
}

function toMapped({ theater: { id, name, point }, miles }: ReturnType<Theaters['near']>[number]) {
  return point === undefined ? [] : [{ id, name, miles, point }]
}

const showtimeParams = Type.Object({
  showtime_id: Type.String({ maxLength: 64, description: '`id` of the showtime.' }),
})

function showtimeRoute(cinema: CinemaContext, url: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/showtimes/:showtime_id',
    id: 'getShowtimePage',
    summary: 'Get a showtime as a page',
    params: showtimeParams,
    query: Type.Object({
      party: Type.Optional(
        Type.Integer({ minimum: 1, maximum: partyMax, description: 'Seats next to each other.' }),
      ),
      refresh: Type.Optional(
        Type.Boolean({
          description: 'Whether to ask the cinema for seats older than a minute and prices older than a day.',
        }),
      ),
    }),
    handle: async (context) => {
      const { params, query, nowMs } = context
      const seats = await readSeats(cinema, context)
      const showtime = await readFullShowtime(cinema, context)
      const { theater_id, movie_id, business_date, timezone } = showtime
      const sameDay = await readProgramme(cinema, {
        theaters: await cinema.theaters.current(),
        theaterIds: [theater_id],
        movieId: movie_id,
        date: business_date,
        timezone,
        nowMs,
      })
      const page = showtimePage({
        showtime,
        otherTimes: sameDay.showtimes.filter(({ id }) => id !== showtime.id),
        history: await readHistory(cinema.db, params.showtime_id),
        ...seats,
        party: query.party ?? 0,
        nowMs,
        url: `${url}/${params.showtime_id}`,
      })
      return htmlReply(page, query.refresh ? { 'cache-control': 'no-store' } : {})
    },
  })
}

function calendarRoute(cinema: CinemaContext, url: string): AnyRoute {
  return defineRoute({
    ...pageRoute,
    path: '/showtimes/:showtime_id/calendar.ics',
    id: 'getShowtimeCalendar',
    summary: 'Get a showtime as a calendar file',
    params: showtimeParams,
    response: { body: Type.String(), type: 'text/calendar' },
    acceptsAny: true,
    handle: async (context) => {
      const showtime = await readFullShowtime(cinema, context)
      return bodyReply(
        calendarType,
        calendarFile([{ showtime, url: `${url}/${showtime.id}` }], context.nowMs),
        {
          'content-disposition': 'attachment; filename="showtime.ics"',
        },
      )
    },
  })
}

type ShowtimeContext = Pick<
  RequestContext<{ refresh?: boolean }, { showtime_id: string }, unknown>,
  'query' | 'params' | 'nowMs' | 'admission' | 'outsideTurn'
>

/** With its movie, theater and prices. */
async function readFullShowtime(
  { db, theaters: index }: CinemaContext,
  { params, nowMs }: ShowtimeContext,
): Promise<Showtime> {
  const row = await readShowtime(db, params.showtime_id, { seats: true, movie: true, prices: true })
  if (row === undefined) throw notFound('showtime', 'showtime_id')
  const [text = 'null'] = renderShowtimes([row], await index.current(), {
    include: new Set(['movie', 'theater', 'prices']),
    seatDetail: 'summary',
    nowMs,
  })
  return JSON.parse(text) as Showtime
}

/** A cinema that does not answer costs the reader freshness, never the page. */
async function refreshForPage(
  cinema: CinemaContext,
  topic: LiveTopic,
  { query, nowMs, admission, outsideTurn }: ShowtimeContext,
  freshness: string,
  found: FoundShowtime<unknown>,
): Promise<{ readonly mode: SourceMode; readonly hasFailed: boolean }> {
  if (!query.refresh) return { mode: 'cached', hasFailed: false }
  try {
    const asked = { source_mode: 'auto', freshness } as const
    const context = { query: asked, nowMs, admission, outsideTurn }
    const { mode, warnings } = await refreshData(cinema, topic, context, found)
    return { mode, hasFailed: warnings.length > 0 }
  } catch (thrown) {
    if (!isRefreshFailure(thrown)) throw thrown
    return { mode: 'cached', hasFailed: true }
  }
}

/** The seat map as the API returns it; undefined if the session has none. */
async function readSeats(cinema: CinemaContext, context: ShowtimeContext) {
  const { params, query, nowMs } = context
  const read = () => cinema.seats.readWithShowtime(params.showtime_id)
  const found = requireShowtime(await read(), await cinema.theaters.current())
  const { row, theater, capabilities } = found
  const { mode, hasFailed } = await refreshForPage(cinema, 'seats', context, '1m', found)
  const stored = mode === 'live' ? (await read())?.stored : found.stored
  const hasSeats = capabilities.seat_grid || capabilities.seat_summary || capabilities.occupancy_counts
  const canAsk = capabilities.live_refresh && row.starts_at > nowMs
  const canReadPrices = canAsk && capabilities.prices
  if (query.refresh && canReadPrices) {
    const prices = await readShowtimeWithPrices(cinema.db, params.showtime_id)
    await refreshForPage(cinema, 'prices', context, '1d', { ...found, stored: prices?.stored })
  }
  const warnings = hasFailed
    ? [
        stored === undefined
          ? 'The cinema did not answer. Try again in a moment.'
          : 'The cinema did not answer. These are the seats that were read before.',
      ]
    : []
  const shared = { hasRead: stored !== undefined, canRefresh: hasSeats && canAsk, canReadPrices, warnings }
  if (!hasSeats && stored === undefined) return { ...shared, seatMap: undefined }
  const text = await seatMapJson(cinema.seats, { row, theater, stored, detail: 'grid', mode, warnings: [] })
  return { ...shared, seatMap: JSON.parse(text) as SeatMap }
}
