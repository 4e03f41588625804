/** Coverage: counts per theater and business date, per chain and in total. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import { defined } from '../../../core/defined.ts'
import { earliest, latest } from '../normalise/extent.ts'
import type { CapabilityName, CoverageSummary } from '../schema/index.ts'
import { type CinemaDb, type TheaterDayRow, withCinemaTables } from '../schema/tables.ts'
import { cinemaScope } from '../scopes.ts'
import { ReadOnce } from './read-once.ts'
import type { IndexedTheater, Theaters } from './theater-index.ts'

/** Coverage is not paged, hence a limit. */
export const coverageMax = 5000

export interface CoverageFilter {
  readonly chainId?: string | undefined
  readonly theaterId?: string | undefined
  readonly date?: string | undefined
  readonly capability?: CapabilityName | undefined
}

export type CoverageRow = Omit<TheaterDayRow, 'hash'>

const dayColumns = [
  'theater_id',
  'business_date',
  'chain_id',
  'source_id',
  'movies',
  'showtimes',
  'seatmaps',
  'prices',
  'captured_at',
] as const

/** Sorted by date and theater; one row more than `coverageMax` if there are more. */
export async function readCoverage(
  db: CinemaDb,
  theaters: Theaters,
  { chainId, theaterId, date, capability }: CoverageFilter,
): Promise<CoverageRow[]> {
  const rows = await withCinemaTables(db.read)
    .selectFrom('theater_day')
    .select(dayColumns)
    .$if(chainId !== undefined, (query) => query.where('chain_id', '=', chainId as string))
    .$if(theaterId !== undefined, (query) => query.where('theater_id', '=', theaterId as string))
    .$if(date !== undefined, (query) => query.where('business_date', '=', date as string))
    .orderBy('business_date')
    .orderBy('theater_id')
    .limit(coverageMax + 1)
    .execute()
  if (capability === undefined) return rows
  return rows.filter(({ theater_id }) => theaters.byId.get(theater_id)?.capabilities[capability] === true)
}

export function coverageJson(row: CoverageRow, theater: IndexedTheater | undefined): string {
  const counts: CoverageSummary = {
    theaters: 1,
    movies: row.movies,
    showtimes: row.showtimes,
    seatmaps: row.seatmaps,
    prices: row.prices,
    first_business_date: row.business_date,
    last_business_date: row.business_date,
    last_captured_at: toInstant(theater?.capturedAt ?? row.captured_at),
  }
  return JSON.stringify({
    source_id: row.source_id,
    chain_id: row.chain_id,
    theater_id: row.theater_id,
    business_date: row.business_date,
    ...(theater === undefined ? {} : { capabilities: theater.capabilities }),
    counts,
  })
}

/** The sum over theaters; `movies` is passed in, because distinct counts cannot be added. */
export function sumCoverage(theaters: readonly IndexedTheater[], movies: number): CoverageSummary {
  const all = theaters.map(({ coverage }) => coverage)
  const total = (name: 'showtimes' | 'seatmaps' | 'prices') => all.reduce((sum, one) => sum + one[name], 0)
  return defined<CoverageSummary>({
    theaters: theaters.length,
    movies,
    showtimes: total('showtimes'),
    seatmaps: total('seatmaps'),
    prices: total('prices'),
    first_business_date: earliest(all.map((one) => one.first_business_date)),
    last_business_date: latest(all.map((one) => one.last_business_date)),
    last_captured_at: latest(all.map((one) => one.last_captured_at)),
  })
}

/** Distinct movies per chain, and per source and chain. */
export interface MovieCounts {
  ofChain(chainId: string): number
  ofSourceAndChain(sourceId: string, chainId: string): number
}

const movieCounts = new ReadOnce<MovieCounts>()

/** Reads every showtime, so it is done once per publication, however many callers want the counts. */
export function readMovieCounts(db: CinemaDb): Promise<MovieCounts> {
  return movieCounts.read(
    db,
    () => db.stamp(cinemaScope),
    () => countMoviesByChain(db),
  )
}

/** Of stored showtimes, as in the other counts. */
async function countMoviesByChain(db: CinemaDb): Promise<MovieCounts> {
  const { rows } = await sql<{ source_id: string; chain_id: string; movie_id: string }>`
    select source_id, chain_id, movie_id from showtime where gone_at is null
    group by source_id, chain_id, movie_id`.execute(db.heavy)
  const count = (chosen: typeof rows) => new Set(chosen.map(({ movie_id }) => movie_id)).size
  const byChain = Map.groupBy(rows, ({ chain_id }) => chain_id)
  return {
    ofChain: (chainId) => count(byChain.get(chainId) ?? []),
    ofSourceAndChain: (sourceId, chainId) =>
      count((byChain.get(chainId) ?? []).filter(({ source_id }) => source_id === sourceId)),
  }
}

export async function countMovies(db: CinemaDb): Promise<number> {
  const { count } = await withCinemaTables(db.read)
    .selectFrom('movie')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
