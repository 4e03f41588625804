/** The coming showtimes of a theater, a movie or a place, as a calendar. */

import { sql } from 'kysely'
import { idList } from '../../../store/id-list.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { type ListedShowtime, showtimeColumns } from '../queries/showtime-json.ts'
import { joinAnd } from '../queries/sql-conditions.ts'
import type { Showtime } from '../schema/index.ts'
import { calendarFile } from './cinema-pages/calendar-file.ts'
import { resolvePoint } from './params.ts'
import { renderShowtimes } from './showtime-page.ts'

const hourMs = 3_600_000
const pastMs = 24 * hourMs
const comingMs = 28 * 24 * hourMs
const eventsMax = 500

interface CalendarFilters {
  readonly chain_id?: string
  readonly theater_id?: string
  readonly movie_id?: string
  readonly near?: string
  readonly lat?: number
  readonly lon?: number
  readonly radius_miles?: number
}

/** Of a day ago to four weeks ahead, the earliest first; also those that are no longer listed, which are marked as cancelled. */
export async function readCalendar(
  cinema: CinemaContext,
  query: CalendarFilters,
  { url, nowMs }: { readonly url: string; readonly nowMs: number },
): Promise<string> {
  const { db } = cinema
  const theaters = await cinema.theaters.current()
  const point = await resolvePoint(query, theaters, cinema)
  const theaterIds = point && theaters.near(point, query.radius_miles ?? 25).map(({ theater }) => theater.id)
  const where = [
    sql`s.starts_at between ${nowMs - pastMs} and ${nowMs + comingMs}`,
    ...(query.chain_id === undefined ? [] : [sql`s.chain_id = ${query.chain_id}`]),
    ...(query.theater_id === undefined ? [] : [sql`s.theater_id = ${query.theater_id}`]),
    ...(query.movie_id === undefined ? [] : [sql`s.movie_id = ${query.movie_id}`]),
    ...(theaterIds === undefined
      ? []
      : [sql`s.theater_id in ${idList(db.engine, JSON.stringify(theaterIds))}`]),
  ]
  const { rows } = await sql<ListedShowtime>`
    select ${sql.raw(showtimeColumns)}, m.doc as movie_doc from showtime s left join movie m on m.id = s.movie_id
    where ${joinAnd(where)} order by s.starts_at, s.id limit ${sql.lit(eventsMax)}`.execute(db.read)
  const showtimes = renderShowtimes(rows, theaters, {
    include: new Set(['movie', 'theater']),
    seatDetail: 'none',
    nowMs,
  }).map((text) => JSON.parse(text) as Showtime)
  const events = showtimes.map((showtime) => ({ showtime, url: `${url}/showtimes/${showtime.id}` }))
  return calendarFile(events, nowMs, 'Broadsheet')
}
