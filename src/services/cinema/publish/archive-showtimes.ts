/** Past showtimes that are due to be deleted go to the archive first, if there is one. */

import type { ArchiveContext } from '../../../store/archive-attempt.ts'
import type { Archived } from '../../../sync/source.ts'
import { dayMs } from '../normalise/time.ts'
import { parsePoints, type StoredPricesPoint, type StoredSeatsPoint } from '../schema/history.ts'
import { type ArchivedShowtime, showtimeArchiveOf } from '../schema/showtime-archive.ts'
import { type CinemaDb, withCinemaTables } from '../schema/tables.ts'

/** Histories have up to 30 kB each. */
const showtimesMax = 500

/** Returns those that may be deleted. Undefined without an archive. */
export async function archiveShowtimes(
  { db, now, signal, attempt }: ArchiveContext,
  keepDays: number,
): Promise<Archived | undefined> {
  const archive = showtimeArchiveOf(db)
  if (archive === undefined) return undefined
  const due = await attempt.archive(
    (patience) => readStartedBefore(db, now - patience * keepDays * dayMs),
    archive,
    signal,
  )
  return { records: due.map(({ id }) => id) }
}

async function readStartedBefore({ heavy }: CinemaDb, beforeMs: number): Promise<ArchivedShowtime[]> {
  const rows = await withCinemaTables(heavy)
    .selectFrom('showtime as s')
    .leftJoin('showtime_seats as k', 'k.showtime_id', 's.id')
    .leftJoin('showtime_prices as p', 'p.showtime_id', 's.id')
    .select(['s.id', 's.theater_id', 's.movie_id', 's.starts_at', 's.gone_at'])
    .select(['k.history as seats', 'p.history as prices'])
    .where('s.starts_at', '<', beforeMs)
    .orderBy('s.starts_at')
    .limit(showtimesMax)
    .execute()
  return rows.map(({ starts_at, gone_at, seats, prices, ...ids }) => ({
    ...ids,
    starts_at: Number(starts_at),
    is_gone: gone_at !== null,
    seats: parsePoints<StoredSeatsPoint>(seats),
    prices: parsePoints<StoredPricesPoint>(prices),
  }))
}
