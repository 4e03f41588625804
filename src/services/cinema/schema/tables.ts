/** The cinema tables: columns to filter and sort by, and the resource as served. Times are in milliseconds. */

import type { Kysely } from 'kysely'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { AvailabilityGrade, CapabilityName, Confidence } from './index.ts'
import type { SaleState, SeatCounts } from './records.ts'

export type CinemaTables = {
  theater: TheaterRow
  theater_day: TheaterDayRow
  movie: MovieRow & {
    /** When pruning first found no showtime of it; null while it has one. Publishing does not write it. */
    unused_since: number | null
  }
  movie_listing: MovieListingRow
  showtime: ShowtimeRow
  seat_layout: SeatLayoutRow
  showtime_seats: ShowtimeSeatsRow
  price_list: PriceListRow
  showtime_prices: ShowtimePricesRow
}

export type CinemaDb = Database<ReadModelTables>
export type CinemaReadModel = CinemaTables & ReadModelTables

/** Kysely typed with the cinema tables. */
export function withCinemaTables(read: Kysely<ReadModelTables>): Kysely<CinemaReadModel> {
  return read.withTables<CinemaTables>()
}

/** Every server holds these in memory. `stamp` is the publication that last wrote the row. */
export type TheaterRow = {
  id: string
  source_id: string
  member_id: string
  chain_id: string
  site: string
  name: string
  city: string
  state: string
  postal_code: string
  country: string
  lat: number | null
  lon: number | null
  timezone: string
  /** The texts in which searches look for words. */
  search: string
  captured_at: number
  artifact_id: number
  /** When the resource, its showtimes or its coverage last changed. */
  updated_at: number
  movies: number
  showtimes: number
  seatmaps: number
  prices: number
  first_date: string | null
  last_date: string | null
  horizon_first: string | null
  horizon_last: string | null
  horizon_source: string | null
  stamp: number
  doc_hash: string
  hash: string
  doc: string
}

/** Counts per theater and business date. */
export type TheaterDayRow = {
  theater_id: string
  business_date: string
  chain_id: string
  source_id: string
  movies: number
  showtimes: number
  seatmaps: number
  prices: number
  captured_at: number
  hash: string
}

export type MovieRow = {
  id: string
  title: string
  /** Folded title, the sort key of lists. */
  title_key: string
  search: string
  runtime_minutes: number | null
  hash: string
  doc: string
}

/** Every listing ever seen, and the movie it belongs to. */
export type MovieListingRow = {
  platform: string
  chain_id: string
  film: string
  movie_id: string
  stamp: number
  hash: string
  /** JSON of `Work`. */
  work: string
  /** JSON of `MovieRecord`. */
  record: string
}

export type ShowtimeRow = {
  id: string
  theater_id: string
  movie_id: string
  chain_id: string
  source_id: string
  starts_at: number
  business_date: string
  /** When this business date begins in the theater's time zone. */
  day_starts_at: number
  seating: string
  /** ` imax 3d `: each tag is surrounded by spaces. */
  formats: string
  /** JSON of `ShowtimeFacts`. */
  facts: string
  has_grid: number
  /** When the source stopped listing it before its start. */
  gone_at: number | null
  /** When a list first lacked it; it stays until a further list confirms that. */
  absent_at: number | null
  /** Copied from `showtime_seats`, so that lists need no join. */
  seats_at: number | null
  seat_summary: string | null
  hash: string
  doc: string
}

/** Fields that are never filtered by. */
export interface ShowtimeFacts {
  readonly state: SaleState
  readonly salesStartAt: number | undefined
  readonly salesEndAt: number | undefined
  /** Capabilities of the source that this session lacks. */
  readonly lacks: readonly CapabilityName[]
}

/** The seats of an auditorium, shared by its showtimes. */
export type SeatLayoutRow = {
  id: string
  theater_id: string
  seat_count: number
  hash: string
  /** JSON of the sections and seats of a `LayoutRecord`. */
  doc: string
}

/** The latest availability of a showtime; `codes` has a letter per seat, in layout order. */
export type ShowtimeSeatsRow = {
  showtime_id: string
  captured_at: number
  /** JSON of `SeatSummary`. */
  seat_summary: string
  layout_id: string | null
  codes: string | null
  /** JSON of raw statuses and warnings. */
  extras: string | null
  hash: string
}

export interface SeatSummary {
  readonly grade: AvailabilityGrade
  readonly confidence: Confidence
  readonly counts: SeatCounts
}

/** Quotes as served, shared by all showtimes with the same prices. */
export type PriceListRow = {
  id: string
  quotes: number
  hash: string
  doc: string
}

export type ShowtimePricesRow = {
  showtime_id: string
  list_id: string
  captured_at: number
  hash: string
}
