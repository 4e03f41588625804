import { describe, it } from 'node:test'
import { assertPlan, type ExpectedPlan } from '../../../../test/support/store/query-plans.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { readMovies } from './movies/movies.ts'
import { readShowtimeWithPrices, SeatReader } from './seats.ts'
import { readShowtime, readShowtimes, type ShowtimeFilter } from './showtimes.ts'

interface PlannedRead extends ExpectedPlan {
  readonly read: (db: CinemaDb) => unknown
}

const nowMs = Date.parse('2026-11-17T12:00:00Z')
const day = { firstDay: '2026-11-17', lastDay: '2026-11-17' }
const upcoming = {
  currentAt: nowMs,
  currentSince: nowMs - 4 * 3_600_000,
  dayStartsUntil: nowMs,
} satisfies ShowtimeFilter
const all = { seats: true, movie: true, prices: true } as const
const near = { theaterIds: ['th_1', 'th_2'] }

function list(filter: ShowtimeFilter): PlannedRead['read'] {
  return (db) => readShowtimes(db, filter, { seats: true }, undefined, 20)
}

const reads: Readonly<Record<string, PlannedRead>> = {
  'a showtime with its movie and prices is found by its id': {
    read: (db) => readShowtime(db, 'st_1', all),
    indexes: ['showtime.primary key', 'movie.primary key', 'price_list.primary key'],
  },
  'the seats of a showtime are found by its id': {
    read: (db) => new SeatReader(db).readWithShowtime('st_1'),
    indexes: ['showtime.primary key', 'showtime_seats.primary key', 'seat_layout.primary key'],
  },
  'the prices of a showtime are found by its id': {
    read: (db) => readShowtimeWithPrices(db, 'st_1'),
    indexes: ['showtime.primary key', 'showtime_prices.primary key'],
  },
  'the list of a theater and day reads its index in order': {
    read: list({ theaterId: 'th_1', ...day }),
    indexes: ['showtime_by_theater'],
  },
  'the list of a theater from now on reads its index in order': {
    read: list({ theaterId: 'th_1', ...upcoming }),
    indexes: ['showtime_by_theater_start', 'movie.primary key'],
  },
  'the list of a movie and day reads its index in order': {
    read: list({ movieId: 'mv_1', ...day }),
    indexes: ['showtime_by_movie_date'],
  },
  'the list of a movie from now on reads its index in order': {
    read: list({ movieId: 'mv_1', ...upcoming }),
    indexes: ['showtime_by_movie_start'],
  },
  'the list of a chain and day reads its index in order': {
    read: list({ chainId: 'ch', ...day }),
    indexes: ['showtime_by_chain_date'],
  },
  'the list of a chain from now on reads its index in order': {
    read: list({ chainId: 'ch', ...upcoming }),
    indexes: ['showtime_by_chain_start'],
  },
  'the next page of a theater continues in the index': {
    read: (db) => readShowtimes(db, { theaterId: 'th_1', ...day }, {}, ['2026-11-17', nowMs, 'st_1'], 20),
    indexes: ['showtime_by_theater'],
  },
  'the list of theaters nearby reads a range of each': {
    read: list({ ...near, ...day }),
    indexes: ['showtime_by_theater', 'showtime.primary key'],
    sorts: true,
  },
  'the list of theaters nearby from now on reads a range of each': {
    read: list({ ...near, ...upcoming }),
    indexes: ['showtime_by_theater_start', 'showtime.primary key'],
    sorts: true,
  },
  'movies nearby from now on read a range of each theater': {
    read: (db) => readMovies(db, { ...near, ...upcoming }, undefined, 20),
    indexes: ['showtime_by_theater_start', 'movie.primary key'],
    sorts: true,
  },
  'all movies are read in the order of their titles': {
    read: (db) => readMovies(db, {}, undefined, 20),
    indexes: ['movie_by_title'],
  },
}

for (const engine of testEngines) {
  describe(`plans of cinema reads on ${engine.name}`, { skip: engine.skip }, () => {
    for (const [name, { read, ...expected }] of Object.entries(reads)) {
      it(name, async () => {
        await using database = await engine.borrowDatabase()
        await using store = await database.openStore({ role: 'worker' })
        await assertPlan(store.readModel, read as never, expected)
      })
    }
  })
}
