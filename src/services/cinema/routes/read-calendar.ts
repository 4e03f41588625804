/** The coming showtimes of a theater, a movie or a place, as a calendar. */

import { type RawBuilder, sql } from 'kysely'
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

/** Of four weeks ahead, then of the day before while there is room; also those that are no longer listed, which are marked as cancelled. */
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
    ...(query.chain_id === undefined ? [] : [sql`s.chain_id = ${query.chain_id}`]),
    ...(query.theater_id === undefined ? [] : [sql`s.theater_id = ${query.theater_id}`]),
    ...(query.movie_id === undefined ? [] : [sql`s.movie_id = ${query.movie_id}`]),
    ...(theaterIds === undefined
      ? []
      : [sql`s.theater_id in ${idList(db.engine, JSON.stringify(theaterIds))}`]),
  ]
  const read = async (time: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => {
    const { rows } = await sql<ListedShowtime>`
      select ${sql.raw(showtimeColumns)}, m.doc as movie_doc from showtime s left join movie m on m.id = s.movie_id
      where ${joinAnd([time, ...where])} order by ${order} limit ${sql.lit(limit)}`.execute(db.read)
    return rows
  }
  // One more than fits, to know whether some are left out.
  const coming = await read(
    sql`s.starts_at between ${nowMs} and ${nowMs + comingMs}`,
    sql`s.starts_at, s.id`,
    eventsMax + 1,
  )
  const past = await read(
    sql`s.starts_at >= ${nowMs - pastMs} and s.starts_at < ${nowMs}`,
    sql`s.starts_at desc, s.id desc`,
    eventsMax + 1 - coming.length,
  )
  const isCut = coming.length + past.length > eventsMax
  const rows = [
    ...past.slice(0, Math.max(0, eventsMax - coming.length)).toReversed(),
    ...coming.slice(0, eventsMax),
  ]
  const showtimes = renderShowtimes(rows, theaters, {
    include: new Set(['movie', 'theater']),
    seatDetail: 'none',
    nowMs,
  }).map((text) => JSON.parse(text) as Showtime)
  const events = showtimes.map((showtime) => ({ showtime, url: `${url}/showtimes/${showtime.id}` }))
  return calendarFile(events, nowMs, {
    name: 'Broadsheet',
    ...(isCut ? { description: `The next ${eventsMax} showtimes. Others are left out.` } : {}),
  })
}
