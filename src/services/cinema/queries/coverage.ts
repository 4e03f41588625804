/** How much there is: per theater and day, per chain, per source, in all. */

import { sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import type { CapabilityName, CoverageSummary } from '../schema/index.ts'
import { type CinemaDb, type TheaterDayRow, withCinemaTables } from '../schema/tables.ts'
import { earliest, latest } from './earliest-latest.ts'
import type { IndexedTheater, Theaters } from './theater-index.ts'

/** Coverage is not paged, so it has an end. */
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

/** By day, then by theater; one more than `coverageMax` where there is more. */
export async function readCoverage(
  db: CinemaDb,
  theaters: Theaters,
  { chainId, theaterId, date, capability }: CoverageFilter,
): Promise<CoverageRow[]> {
  const rows = await db.prepared<CoverageRow>(
    `cinema:coverage:${chainId ? 'c' : ''}${theaterId ? 't' : ''}${date ? 'd' : ''}`,
    (read, param) => {
      let query = withCinemaTables(read).selectFrom('theater_day').select(dayColumns)
      if (chainId) query = query.where('chain_id', '=', param<string>('chainId'))
      if (theaterId) query = query.where('theater_id', '=', param<string>('theaterId'))
      if (date) query = query.where('business_date', '=', param<string>('date'))
      return query
        .orderBy('business_date')
        .orderBy('theater_id')
        .limit(coverageMax + 1)
    },
    {
      ...(chainId ? { chainId } : {}),
      ...(theaterId ? { theaterId } : {}),
      ...(date ? { date } : {}),
    },
  )
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

/** All of it together; `movies` cannot be added up and is given where it was counted. */
export function sumCoverage(theaters: readonly IndexedTheater[], movies: number): CoverageSummary {
  const all = theaters.map(({ coverage }) => coverage)
  const total = (name: 'showtimes' | 'seatmaps' | 'prices') => all.reduce((sum, one) => sum + one[name], 0)
  const first = earliest(all.map((one) => one.first_business_date))
  const last = latest(all.map((one) => one.last_business_date))
  const captured = latest(all.map((one) => one.last_captured_at))
  return {
    theaters: theaters.length,
    movies,
    showtimes: total('showtimes'),
    seatmaps: total('seatmaps'),
    prices: total('prices'),
    ...(first === undefined ? {} : { first_business_date: first }),
    ...(last === undefined ? {} : { last_business_date: last }),
    ...(captured === undefined ? {} : { last_captured_at: captured }),
  }
}

/** How many movies are listed, told apart by who lists them. */
export interface MovieCounts {
  ofChain(chainId: string): number
  ofSourceAndChain(sourceId: string, chainId: string): number
}

export async function readMovieCounts(db: CinemaDb): Promise<MovieCounts> {
  const rows = await db.prepared<{ source_id: string; chain_id: string; movies: number }>(
    'cinema:movies-by-chain',
    (read) => {
      const text = sql`select platform as source_id, chain_id, count(distinct movie_id) as movies
        from movie_listing group by platform, chain_id`
      return { compile: () => text.compile(read) }
    },
    {},
  )
  return {
    // A chain on two platforms lists nearly the same movies on both.
    ofChain: (chainId) =>
      Math.max(0, ...rows.filter(({ chain_id }) => chain_id === chainId).map(({ movies }) => Number(movies))),
    ofSourceAndChain: (sourceId, chainId) =>
      Number(rows.find((row) => row.source_id === sourceId && row.chain_id === chainId)?.movies ?? 0),
  }
}

export async function countMovies(db: CinemaDb): Promise<number> {
  const [row] = await db.prepared<{ count: number }>(
    'cinema:movie-count',
    (read) =>
      withCinemaTables(read)
        .selectFrom('movie')
        .select((eb) => eb.fn.countAll<number>().as('count')),
    {},
  )
  return Number(row?.count ?? 0)
}
