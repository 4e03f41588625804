/** Reads the showtimes of a calendar. */

import { type RawBuilder, sql } from 'kysely'
import { idList } from '../../../store/id-list.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { type ListedShowtime, showtimeColumns, showtimeTables } from './showtime-json.ts'
import { joinAnd } from './sql-conditions.ts'

const hourMs = 3_600_000
const pastMs = 24 * hourMs
const comingMs = 28 * 24 * hourMs
export const eventsMax = 500

export interface CalendarFilter {
  readonly chainId?: string | undefined
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
  /** May be long. */
  readonly theaterIds?: readonly string[] | undefined
}

interface CalendarShowtimes {
  readonly rows: readonly ListedShowtime[]
  /** Some are left out. */
  readonly isCut: boolean
}

/** Of four weeks ahead, then of the day before while there is room; also those that are no longer listed, which are marked as cancelled. */
export async function readCalendarShowtimes(
  db: CinemaDb,
  filter: CalendarFilter,
  nowMs: number,
): Promise<CalendarShowtimes> {
  const where = toConditions(db, filter)
  // Of many theaters, all showtimes are sorted: without their documents, and not in this thread.
  const read = async (time: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => {
    const { rows } = await sql<ListedShowtime>`
      select ${sql.raw(showtimeColumns)}, m.doc as movie_doc from ${sql.raw(showtimeTables)}
      where s.id in (select s.id from showtime s where ${joinAnd([time, ...where])}
        order by ${order} limit ${sql.lit(limit)}) order by ${order}`.execute(db.heavy)
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
  const rows = [
    ...past.slice(0, Math.max(0, eventsMax - coming.length)).toReversed(),
    ...coming.slice(0, eventsMax),
  ]
  return { rows, isCut: coming.length + past.length > eventsMax }
}

function toConditions(
  db: CinemaDb,
  { chainId, theaterId, movieId, theaterIds }: CalendarFilter,
): RawBuilder<unknown>[] {
  return [
    ...(chainId === undefined ? [] : [sql`s.chain_id = ${chainId}`]),
    ...(theaterId === undefined ? [] : [sql`s.theater_id = ${theaterId}`]),
    ...(movieId === undefined ? [] : [sql`s.movie_id = ${movieId}`]),
    ...(theaterIds === undefined
      ? []
      : [sql`s.theater_id in ${idList(db.engine, JSON.stringify(theaterIds))}`]),
  ]
}
