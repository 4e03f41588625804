import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertPlan, type ExpectedPlan } from '../../../../test/support/store/query-plans.ts'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { readCalendarShowtimes } from './calendar.ts'
import { countMovies, readMovies, selectRankedMovies } from './movies/movies.ts'
import { readShowtimeWithPrices, SeatReader } from './seats.ts'
import { countShowtimes, readShowtime, readShowtimes, type ShowtimeFilter } from './showtimes.ts'

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

/** The methods by which statements are run. */
function recordRuns(runs: string[]): CinemaDb {
  const record = (name: string) => async () => {
    runs.push(name)
    return []
  }
  return { run: record('run'), runLong: record('runLong') } as unknown as CinemaDb
}

describe('reads of showtimes', () => {
  const movie = { movie: { id: 'mv_1', titleKey: 'a', title: ['a'], others: [] }, score: 1 }
  const manyTheaters = Array.from({ length: 100 }, (_, n) => `th_${n}`)
  const long: Readonly<Record<string, PlannedRead['read']>> = {
    'by free seats': list({ ...upcoming, free: 100, together: 8 }),
    'by tags': list({ movieId: 'mv_1', ...day, formats: ['imax'] }),
    'without tags': list({ ...day, noLanguages: ['en'] }),
    'by chains': list({ ...day, otherChainIds: ['ch'] }),
    'of movies': list({ ...upcoming, movieIds: ['mv_1', 'mv_2'] }),
    'at many theaters': list({ ...upcoming, theaterIds: manyTheaters }),
    'for a count': (db) => countShowtimes(db, upcoming, 10_000),
    'for movies of chains': (db) => readMovies(db, { ...upcoming, chainIds: ['ch'] }, undefined, 20),
    'for movies that were found': (db) =>
      selectRankedMovies(db, [movie], { ...upcoming, otherChainIds: ['ch'] }),
    'for a count of movies': (db) => countMovies(db, upcoming, 10_000),
  }
  for (const [what, read] of Object.entries(long))
    it(`${what} do not keep the thread of requests busy, because few of many rows may match`, async () => {
      const runs: string[] = []
      await read(recordRuns(runs))
      assert.deepEqual(runs, ['runLong'])
    })

  for (const engine of testEngines)
    it(`for a calendar do not keep it busy either, on ${engine.name}`, { skip: engine.skip }, async () => {
      await using database = await engine.borrowDatabase()
      await using store = await database.openStore({ role: 'worker' })
      const { heavy } = store.readModel
      const db = { engine: engine.name, heavy } as unknown as CinemaDb
      const found = await readCalendarShowtimes(db, { theaterIds: manyTheaters, movieId: 'mv_1' }, nowMs)
      assert.deepEqual(found, { rows: [], isCut: false })
    })

  for (const filter of [upcoming, { ...near, ...upcoming, together: 2 }, { theaterId: 'th_1', together: 2 }])
    it(`by ${Object.keys(filter).join(', ')} are short`, async () => {
      const runs: string[] = []
      await list(filter)(recordRuns(runs))
      assert.deepEqual(runs, ['run'])
    })
})
