/** Past showtimes and their histories that the database no longer has: in an archive, which takes what retention lets go. */

import type { Archive } from '../../../store/archive-attempt.ts'
import type { SoldSeats, StoredPricesPoint, StoredSeatsPoint } from './history.ts'
import type { CinemaDb } from './tables.ts'

export interface ArchivedHistory {
  readonly starts_at: number
  readonly seats: readonly StoredSeatsPoint[]
  readonly prices: readonly StoredPricesPoint[]
}

export interface ArchivedShowtime extends ArchivedHistory {
  readonly id: string
  readonly theater_id: string
  readonly movie_id: string
  /** Whether the theater had removed it before it started. */
  readonly is_gone: boolean
}

export interface ArchivedSeatsQuery {
  readonly theaterId?: string | undefined
  readonly movieId?: string | undefined
  /** When the showtimes started, in milliseconds. */
  readonly from: number
  readonly to: number
  /** Those that the database still has. */
  readonly except: readonly string[]
}

export interface ShowtimeArchive extends Archive<ArchivedShowtime> {
  readHistory(id: string, signal: AbortSignal | undefined): Promise<ArchivedHistory | undefined>
  sumSoldSeats(
    query: ArchivedSeatsQuery,
    signal: AbortSignal | undefined,
  ): Promise<Pick<SoldSeats, 'showtimes' | 'hours'>>
}

const archives = new WeakMap<CinemaDb, ShowtimeArchive>()

/** Before showtimes are read or deleted. */
export function archiveShowtimesWith(db: CinemaDb, archive: ShowtimeArchive): void {
  archives.set(db, archive)
}

export function showtimeArchiveOf(db: CinemaDb): ShowtimeArchive | undefined {
  return archives.get(db)
}
