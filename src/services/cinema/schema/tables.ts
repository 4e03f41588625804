/** The rows of the cinema tables, and what is stored in them as JSON. */

import type { Kysely } from 'kysely'
import type { CinemaTables } from '../../../store/read-model/cinema.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { AvailabilityGrade, CapabilityName, Confidence } from './index.ts'
import type { SaleState, SeatCounts } from './records.ts'

export type { CinemaTables }
export type CinemaDb = Database<ReadModelTables>
export type CinemaReadModel = CinemaTables & ReadModelTables

/** Kysely typed with the cinema tables. */
export function withCinemaTables(read: Kysely<ReadModelTables>): Kysely<CinemaReadModel> {
  return read.withTables<CinemaTables>()
}

export type TheaterRow = CinemaTables['theater']
export type TheaterDayRow = CinemaTables['theater_day']
export type MovieRow = Omit<CinemaTables['movie'], 'unused_since'>
export type MovieListingRow = CinemaTables['movie_listing']
export type ShowtimeRow = CinemaTables['showtime']
export type SeatLayoutRow = CinemaTables['seat_layout']
export type ShowtimeSeatsRow = CinemaTables['showtime_seats']

/** Fields that are never filtered by. */
export interface ShowtimeFacts {
  readonly state: SaleState
  readonly salesStartAt: number | undefined
  readonly salesEndAt: number | undefined
  /** Capabilities of the source that this session lacks. */
  readonly lacks: readonly CapabilityName[]
}

export interface SeatSummary {
  readonly grade: AvailabilityGrade
  readonly confidence: Confidence
  readonly counts: SeatCounts
}
