/** The cinema's tables: what is filtered and sorted by, and the resource as it is served. Times are milliseconds. */

import type { Kysely } from 'kysely'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'

export type CinemaTables = {
  theater: TheaterRow
  theater_day: TheaterDayRow
  movie: MovieRow
  movie_listing: MovieListingRow
  showtime: ShowtimeRow
  seat_layout: SeatLayoutRow
  showtime_seats: ShowtimeSeatsRow
  seat_history: SeatHistoryRow
  price_list: PriceListRow
  showtime_prices: ShowtimePricesRow
}

export type CinemaDb = Database<ReadModelTables>

/** Kysely that knows the cinema's tables too. */
export function withCinemaTables(read: Kysely<ReadModelTables>): Kysely<CinemaTables & ReadModelTables> {
  return read.withTables<CinemaTables>()
}

/** Kept in memory by every server, but for what is searched; `stamp` is the publication that wrote it last. */
export interface TheaterRow {
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
  /** What is searched. */
  search: string
  captured_at: number
  artifact_id: number
  /** When the resource itself last changed. */
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

/** What there is per theater and cinema day. */
export interface TheaterDayRow {
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

export interface MovieRow {
  id: string
  title: string
  /** Folded, for the order of lists. */
  title_key: string
  search: string
  hash: string
  doc: string
}

/** Every listing that was ever seen, and which movie it is. */
export interface MovieListingRow {
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

export interface ShowtimeRow {
  id: string
  theater_id: string
  movie_id: string
  chain_id: string
  source_id: string
  starts_at: number
  business_date: string
  /** When this cinema day begins on the theater's wall. */
  day_starts_at: number
  seating: string
  /** ` imax 3d `: each tag between spaces. */
  formats: string
  /** What is only read, never asked for; see `showtime-facts.ts`. */
  facts: string
  has_grid: number
  /** When the source stopped listing it before it began. */
  gone_at: number | null
  /** Copied from the newest seats, so that a list does not look each of them up. */
  seats_at: number | null
  told: string | null
  hash: string
  doc: string
}

/** One auditorium's seats, shared by all its showtimes. */
export interface SeatLayoutRow {
  id: string
  theater_id: string
  seat_count: number
  hash: string
  doc: string
}

/** The newest availability of a showtime; `codes` are three bits per seat in the layout's order. */
export interface ShowtimeSeatsRow {
  showtime_id: string
  captured_at: number
  /** Grade, seating, confidence and counts; see `seat-facts.ts`. */
  told: string
  layout_id: string | null
  codes: Uint8Array | null
  /** JSON of what codes cannot tell: raw statuses and warnings. */
  extras: string | null
  hash: string
}

/** The counts of a showtime whenever they changed. */
export interface SeatHistoryRow {
  showtime_id: string
  captured_at: number
  capacity: number | null
  available: number | null
  sold: number | null
  held: number | null
  blocked: number | null
  broken: number | null
  rate: number | null
  /** Always empty: a point in the past never changes. */
  hash: string
}

/** Quotes as they are served; shared by all showtimes that cost the same. */
export interface PriceListRow {
  id: string
  quotes: number
  hash: string
  doc: string
}

export interface ShowtimePricesRow {
  showtime_id: string
  list_id: string
  captured_at: number
  hash: string
}
