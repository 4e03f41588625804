/** The coming showtimes of a theater, a movie or a place, as a calendar. */

import type { CinemaContext } from '../cinema-context.ts'
import { eventsMax, readCalendarShowtimes } from '../queries/calendar.ts'
import type { Showtime } from '../schema/index.ts'
import { calendarFile } from './cinema-pages/calendar-file.ts'
import { resolvePoint } from './params.ts'
import { renderShowtimes } from './showtimes/showtime-page.ts'

interface CalendarFilters {
  readonly chain_id?: string
  readonly theater_id?: string
  readonly movie_id?: string
  readonly near?: string
  readonly lat?: number
  readonly lon?: number
  readonly radius_miles?: number
}

export async function readCalendar(
  cinema: CinemaContext,
  query: CalendarFilters,
  { url, nowMs }: { readonly url: string; readonly nowMs: number },
): Promise<string> {
  const theaters = await cinema.theaters.current()
  const point = await resolvePoint(query, theaters, cinema)
  const { rows, isCut } = await readCalendarShowtimes(
    cinema.db,
    {
      chainId: query.chain_id,
      theaterId: query.theater_id,
      movieId: query.movie_id,
      theaterIds: point && theaters.near(point, query.radius_miles ?? 25).map(({ theater }) => theater.id),
    },
    nowMs,
  )
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
