/** Reads what is shown on a day: the showtimes of some theaters with their movies, as the API lists them. */

import type { CinemaContext } from '../../cinema-context.ts'
import { addDays, businessDayStartMs, dayAt } from '../../normalise/time.ts'
import { currentFilter } from '../../queries/current-showtimes.ts'
import { readMovieDocs } from '../../queries/movies/movies.ts'
import { toWindow } from '../../queries/showtime-window.ts'
import { readShowtimes } from '../../queries/showtimes.ts'
import { type IndexedTheater, type Theaters, theaterJson } from '../../queries/theater-index.ts'
import type { Movie, Showtime, Theater } from '../../schema/index.ts'
import { renderShowtimes } from '../showtimes/showtime-page.ts'

/** More showtimes are not shown on one page. */
const showtimesMax = 600

export interface ProgrammeQuery {
  readonly theaters: Theaters
  readonly theaterIds?: readonly string[]
  readonly movieId?: string
  /** A business date; screenings that have ended are left out. */
  readonly date: string
  /** Before 06:00 there, the programme of today begins with what is still to come of the night. Absent: theaters of many zones. */
  readonly timezone?: string | undefined
  readonly nowMs: number
}

export interface Programme {
  readonly showtimes: readonly Showtime[]
  readonly movies: ReadonlyMap<string, Movie>
  /** Whether there are more than the page shows. */
  readonly isCut: boolean
  /** The business date of the showtimes. */
  readonly date: string
}

export async function readProgramme(
  { db }: Pick<CinemaContext, 'db'>,
  { theaters, theaterIds, movieId, date, timezone, nowMs }: ProgrammeQuery,
): Promise<Programme> {
  const window = await toWindow(db, { businessDate: date, days: 1 }, nowMs)
  const firstDay = isNightOf(date, timezone, nowMs) ? addDays(date, -1) : window.firstDay
  const filter = { theaterIds, movieId, ...window, firstDay }
  const rows = await readShowtimes(db, filter, { seats: true }, undefined, showtimesMax)
  const texts = renderShowtimes(rows.slice(0, showtimesMax), theaters, {
    include: new Set(),
    seatDetail: 'summary',
    nowMs,
  })
  const showtimes = texts
    .map((text) => JSON.parse(text) as Showtime)
    .filter(({ business_date, starts_at }) => business_date >= date || Date.parse(starts_at) > nowMs)
  const docs = await readMovieDocs(db, [...new Set(showtimes.map(({ movie_id }) => movie_id))])
  const movies = new Map([...docs].map(([id, doc]) => [id, JSON.parse(doc) as Movie]))
  return { showtimes, movies, isCut: rows.length > showtimesMax, date }
}

/** If the date has no showtime, those of the next one that has. */
export async function readNextProgramme(
  cinema: Pick<CinemaContext, 'db'>,
  query: ProgrammeQuery,
): Promise<Programme> {
  const programme = await readProgramme(cinema, query)
  if (programme.showtimes.length > 0) return programme
  const { theaterIds, movieId, date, nowMs } = query
  const current = await currentFilter(cinema.db, nowMs)
  const filter = { theaterIds, movieId, firstDay: addDays(date, 1), ...current }
  const [next] = await readShowtimes(cinema.db, filter, {}, undefined, 1)
  return next === undefined ? programme : await readProgramme(cinema, { ...query, date: next.business_date })
}

function isNightOf(date: string, timezone: string | undefined, nowMs: number): boolean {
  if (timezone === undefined) return false
  return date === todayIn(timezone, nowMs) && date > dayAt(nowMs - businessDayStartMs, timezone)
}

export function toTheater(theater: IndexedTheater): Theater {
  return JSON.parse(theaterJson(theater)) as Theater
}

/** The calendar day, as for the API: at 02:00 the last shows of the evening still run, but today is the day that has begun. */
export function todayIn(timezone: string, nowMs: number): string {
  return dayAt(nowMs, timezone)
}
