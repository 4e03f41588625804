/** Theaters, movies, showtimes, their seats and their prices. */

import type { Table } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const coverage = { movies: 'integer', showtimes: 'integer', seatmaps: 'integer', prices: 'integer' } as const

const tables: Readonly<Record<string, Table>> = {
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
      search: 'text',
      captured_at: 'integer',
      artifact_id: 'integer',
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
      title_key: 'text',
      search: 'text',
      runtime_minutes: 'integer?',
      unused_since: 'integer?',
      hash: 'text',
      doc: 'text',
    },
  },
  movie_listing: {
    key: ['platform', 'chain_id', 'film'],
    columns: {
      platform: 'text',
      chain_id: 'text',
      film: 'text',
      movie_id: 'text',
      stamp: 'integer',
      hash: 'text',
      work: 'text',
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
      day_starts_at: 'integer',
      seating: 'text',
      formats: 'text',
      facts: 'text',
      has_grid: 'integer',
      absent_at: 'integer?',
      gone_at: 'integer?',
      seats_at: 'integer?',
      seat_summary: 'text?',
      hash: 'text',
      doc: 'text',
    },
  },
  seat_layout: {
    key: ['id'],
    columns: { id: 'text', theater_id: 'text', seat_count: 'integer', hash: 'text', doc: 'text' },
  },
  showtime_seats: {
    key: ['showtime_id'],
    byKeyOnly: true,
    columns: {
      showtime_id: 'text',
      captured_at: 'integer',
      seat_summary: 'text',
      layout_id: 'text?',
      codes: 'text?',
      extras: 'text?',
      hash: 'text',
    },
  },
  price_list: {
    key: ['id'],
    columns: { id: 'text', quotes: 'integer', hash: 'text', doc: 'text' },
  },
  showtime_prices: {
    key: ['showtime_id'],
    byKeyOnly: true,
    columns: { showtime_id: 'text', list_id: 'text', captured_at: 'integer', hash: 'text' },
  },
}

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
