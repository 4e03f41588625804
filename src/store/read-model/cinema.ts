/** Theaters, movies, showtimes, their seats and their prices: columns to filter and sort by, and the resource as served. Times are in milliseconds. */

import type { RowsOf, Tables } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const coverage = { movies: 'integer', showtimes: 'integer', seatmaps: 'integer', prices: 'integer' } as const

const tables = {
  /** Every server holds these in memory. `stamp` is the publication that last wrote the row. */
  theater: {
    key: ['id'],
    columns: {
      id: 'text',
      source_id: 'text',
      member_id: 'text',
      chain_id: 'text',
      site: 'text',
      name: 'text',
      city: 'text',
      state: 'text',
      postal_code: 'text',
      country: 'text',
      lat: 'real?',
      lon: 'real?',
      timezone: 'text',
      /** The texts in which searches look for words. */
      search: 'text',
      captured_at: 'integer',
      artifact_id: 'integer',
      /** When the resource, its showtimes or its coverage last changed. */
      updated_at: 'integer',
      ...coverage,
      first_date: 'text?',
      last_date: 'text?',
      horizon_first: 'text?',
      horizon_last: 'text?',
      horizon_source: 'text?',
      stamp: 'integer',
      doc_hash: 'text',
      hash: 'text',
      doc: 'text',
    },
  },
  /** Counts per theater and business date. */
  theater_day: {
    key: ['theater_id', 'business_date'],
    byKeyOnly: true,
    columns: {
      theater_id: 'text',
      business_date: 'text',
      chain_id: 'text',
      source_id: 'text',
      ...coverage,
      captured_at: 'integer',
      hash: 'text',
    },
  },
  movie: {
    key: ['id'],
    columns: {
      id: 'text',
      title: 'text',
      /** Folded title, the sort key of lists. */
      title_key: 'text',
      search: 'text',
      runtime_minutes: 'integer?',
      /** When pruning first found no showtime of it; null while it has one. Publishing does not write it. */
      unused_since: 'integer?',
      hash: 'text',
      doc: 'text',
    },
  },
  /** Every listing ever seen, and the movie it belongs to. */
  movie_listing: {
    key: ['platform', 'chain_id', 'film'],
    columns: {
      platform: 'text',
      chain_id: 'text',
      film: 'text',
      movie_id: 'text',
      stamp: 'integer',
      hash: 'text',
      /** JSON of `Work`. */
      work: 'text',
      /** JSON of `MovieRecord`. */
      record: 'text',
    },
  },
  showtime: {
    key: ['id'],
    columns: {
      id: 'text',
      theater_id: 'text',
      movie_id: 'text',
      chain_id: 'text',
      source_id: 'text',
      starts_at: 'integer',
      business_date: 'text',
      /** When this business date begins in the theater's time zone. */
      day_starts_at: 'integer',
      seating: 'text',
      /** ` imax 3d `: each tag is surrounded by spaces. */
      formats: 'text',
      /** ` en sub:fr `, in the same way. */
      languages: 'text',
      /** JSON of `ShowtimeFacts`. */
      facts: 'text',
      has_grid: 'integer',
      /** When a list first lacked it; it stays until a further list confirms that. */
      absent_at: 'integer?',
      /** When the source stopped listing it before its start. */
      gone_at: 'integer?',
      /** Copied from `showtime_seats`, so that lists need no join. */
      seats_at: 'integer?',
      seat_summary: 'text?',
      free: 'integer?',
      together: 'integer?',
      hash: 'text',
      doc: 'text',
    },
  },
  /** The seats of an auditorium, shared by its showtimes: JSON of the sections and seats of a `LayoutRecord`. */
  seat_layout: {
    key: ['id'],
    columns: { id: 'text', theater_id: 'text', seat_count: 'integer', hash: 'text', doc: 'text' },
  },
  /** The latest availability of a showtime. */
  showtime_seats: {
    key: ['showtime_id'],
    byKeyOnly: true,
    columns: {
      showtime_id: 'text',
      captured_at: 'integer',
      /** JSON of `SeatSummary`. */
      seat_summary: 'text',
      /** Seats that are available. */
      free: 'integer?',
      /** The most of them that are next to each other; null without a plan. */
      together: 'integer?',
      layout_id: 'text?',
      /** A letter per seat, in layout order. */
      codes: 'text?',
      /** JSON of raw statuses and warnings. */
      extras: 'text?',
      /** JSON of `StoredSeatsPoint`s: this capture and earlier ones. */
      history: 'text?',
      hash: 'text',
    },
  },
  /** Quotes as served, shared by all showtimes with the same prices. */
  price_list: {
    key: ['id'],
    columns: { id: 'text', quotes: 'integer', hash: 'text', doc: 'text' },
  },
  showtime_prices: {
    key: ['showtime_id'],
    byKeyOnly: true,
    columns: {
      showtime_id: 'text',
      list_id: 'text',
      captured_at: 'integer',
      /** JSON of `StoredPricesPoint`s. */
      history: 'text?',
      hash: 'text',
    },
  },
} as const satisfies Tables

export type CinemaTables = RowsOf<typeof tables>

/** By business date for queries about days, by instant for queries about times. */
const indexes = [
  'theater_by_stamp on theater (stamp)',
  'theater_day_by_date on theater_day (business_date, theater_id)',
  'theater_day_by_chain on theater_day (chain_id, business_date, theater_id)',
  'movie_by_title on movie (title_key, id)',
  'movie_listing_by_movie on movie_listing (movie_id)',
  'movie_listing_by_stamp on movie_listing (stamp)',
  'showtime_by_date on showtime (business_date, starts_at, id)',
  'showtime_by_start on showtime (starts_at, id)',
  'showtime_by_theater on showtime (theater_id, business_date, starts_at, id)',
  'showtime_by_theater_start on showtime (theater_id, starts_at, id)',
  'showtime_by_movie_date on showtime (movie_id, business_date, starts_at, id)',
  'showtime_by_movie_start on showtime (movie_id, starts_at, id)',
  'showtime_by_chain_date on showtime (chain_id, business_date, starts_at, id)',
  'showtime_by_chain_start on showtime (chain_id, starts_at, id)',
]

export const cinema: SchemaPart = { tables, indexes }
