/** Reads what earlier captures of showtimes showed. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { isStableId } from '../../../core/stable-id.ts'
import { Statement } from '../../../store/statements/statement.ts'
import {
  hourMs,
  hoursMax,
  parsePoints,
  type ShowtimeHistory,
  type SoldSeats,
  type StoredPricesPoint,
  type StoredSeatsPoint,
} from '../schema/history.ts'
import { type ArchivedHistory, showtimeArchiveOf } from '../schema/showtime-archive.ts'
import type { CinemaDb, CinemaReadModel } from '../schema/tables.ts'
import { type Conditions, presentConditions } from './sql-conditions.ts'

interface HistoryRow {
  readonly starts_at: number
  readonly seats: string | null
  readonly prices: string | null
}

const historyOfShowtime = new Statement<CinemaReadModel, { id: string }, HistoryRow>(
  (_, param) => sql`select s.starts_at, k.history as seats, p.history as prices from showtime s
    left join showtime_seats k on k.showtime_id = s.id left join showtime_prices p on p.showtime_id = s.id
    where s.id = ${param('id')}`,
)

export async function readHistory(
  db: CinemaDb,
  id: string,
  signal?: AbortSignal,
): Promise<ShowtimeHistory | undefined> {
  const [row] = await db.run(historyOfShowtime, { id })
  const history = row === undefined ? await readArchived(db, id, signal) : parseHistory(row)
  if (history === undefined) return undefined
  const { starts_at, seats, prices } = history
  return {
    showtime_id: id,
    starts_at: toInstant(starts_at),
    seats: seats.map(([at, capacity, available, sold, occupancy_rate]) => ({
      captured_at: toInstant(at),
      capacity,
      available,
      sold,
      occupancy_rate,
    })),
    prices: prices.map(([at, lowest, highest, currency]) => ({
      captured_at: toInstant(at),
      lowest,
      highest,
      currency,
    })),
  }
}

function parseHistory({ starts_at, seats, prices }: HistoryRow): ArchivedHistory {
  return {
    starts_at: Number(starts_at),
    seats: parsePoints<StoredSeatsPoint>(seats),
    prices: parsePoints<StoredPricesPoint>(prices),
  }
}

async function readArchived(
  db: CinemaDb,
  id: string,
  signal: AbortSignal | undefined,
): Promise<ArchivedHistory | undefined> {
  return isStableId('st', id) ? await showtimeArchiveOf(db)?.readHistory(id, signal) : undefined
}

interface SoldFilter {
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
}

interface SoldQuery extends SoldFilter {
  /** When the showtimes started, in milliseconds. */
  readonly from: number
  readonly to: number
}

const conditions: Conditions<SoldFilter> = {
  theaterId: (mark) => sql`s.theater_id = ${mark('theaterId')}`,
  movieId: (mark) => sql`s.movie_id = ${mark('movieId')}`,
}

/** Their histories are read at once. */
const showtimesMax = 500
/** A few milliseconds of work, also with long histories. */
const showtimesPerTurn = 50

const startedShowtimes = new Statement<
  CinemaReadModel,
  SoldQuery,
  { readonly id: string; readonly starts_at: number; readonly history: string }
>((_, param, shape) => {
  const where = [
    ...presentConditions(conditions, param, shape),
    sql`s.starts_at between ${param('from')} and ${param('to')}`,
    sql`s.gone_at is null`,
  ]
  return sql`select s.id, s.starts_at, k.history from showtime s join showtime_seats k on k.showtime_id = s.id
    where ${sql.join(where, sql` and `)} order by s.starts_at desc, s.id desc limit ${sql.lit(showtimesMax + 1)}`
})

const oldestShowtime = new Statement<CinemaReadModel, object, { readonly starts_at: number }>(
  () => sql`select starts_at from showtime order by starts_at limit 1`,
)

interface SoldHour {
  showtimes: number
  capacity: number
  sold: number
}

/**
 * Of showtimes that have started. Each counts for those hours in which it was captured, with its last capture there. Those that
 * the database no longer has are added up in the archive, unless even those that it has are too many.
 */
export async function readSoldSeats(
  db: CinemaDb,
  query: SoldQuery,
  signal?: AbortSignal,
): Promise<SoldSeats> {
  // Many showtimes may have no seats.
  const found = await db.runLong(startedShowtimes, query)
  const rows = found.slice(0, showtimesMax)
  const hours = new Map<number, SoldHour>()
  for (const [at, { starts_at, history }] of rows.entries()) {
    if (at % showtimesPerTurn === 0) await nextTurn()
    for (const [hour, last] of lastOfEachHour(Number(starts_at), history))
      add(hours, hour, { showtimes: 1, ...last })
  }
  const isComplete = found.length <= showtimesMax
  const archived = isComplete ? await sumArchived(db, query, rows, signal) : undefined
  for (const { hours_before, ...sum } of archived?.hours ?? []) add(hours, hours_before, sum)
  return {
    from: toInstant(query.from),
    to: toInstant(query.to),
    showtimes: rows.length + (archived?.showtimes ?? 0),
    is_complete: isComplete,
    hours: [...hours]
      .sort(([one], [other]) => one - other)
      .map(([hours_before, sum]) => ({ hours_before, ...sum })),
  }
}

/** `known`: those that the database has. The oldest showtimes are the first ones to be archived. */
async function sumArchived(
  db: CinemaDb,
  query: SoldQuery,
  known: readonly { readonly id: string }[],
  signal: AbortSignal | undefined,
) {
  const archive = showtimeArchiveOf(db)
  if (archive === undefined) return undefined
  const [oldest] = await db.run(oldestShowtime, {})
  if (oldest !== undefined && query.from >= Number(oldest.starts_at)) return undefined
  return await archive.sumSoldSeats({ ...query, except: known.map(({ id }) => id) }, signal)
}

function add(hours: Map<number, SoldHour>, hour: number, { showtimes, capacity, sold }: SoldHour): void {
  const sum = hours.get(hour) ?? { showtimes: 0, capacity: 0, sold: 0 }
  sum.showtimes += showtimes
  sum.capacity += capacity
  sum.sold += sold
  hours.set(hour, sum)
}

function lastOfEachHour(
  startsAt: number,
  history: string,
): Map<number, { readonly capacity: number; readonly sold: number }> {
  const last = new Map<number, { capacity: number; sold: number }>()
  for (const [at, capacity, , sold] of parsePoints<StoredSeatsPoint>(history)) {
    const hour = Math.ceil((startsAt - at) / hourMs) - 1
    if (hour >= 0 && hour < hoursMax && capacity !== null && sold !== null) last.set(hour, { capacity, sold })
  }
  return last
}
