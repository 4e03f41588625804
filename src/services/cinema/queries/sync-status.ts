/** The sync status of each source, per chain. */

import { sql } from 'kysely'
import type { CinemaContext, SourceState } from '../cinema-context.ts'
import { dayAt, dayMs } from '../normalise/time.ts'
import type { CoverageSummary, SyncHealth, SyncStatus } from '../schema/index.ts'
import type { CinemaDb } from '../schema/tables.ts'
import { type MovieCounts, readMovieCounts, sumCoverage } from './coverage.ts'
import { toArtifact, toRun } from './sync-history.ts'
import type { Theaters } from './theater-index.ts'

/** `includeInactive` adds sources without members and unsupported platforms. */
export async function readSyncStatus(
  cinema: CinemaContext,
  includeInactive: boolean,
  nowMs: number,
): Promise<SyncStatus[]> {
  const [theaters, movies, upcoming] = await Promise.all([
    cinema.theaters.current(),
    readMovieCounts(cinema.db),
    readUpcoming(cinema.db, dayAt(nowMs - dayMs, 'UTC')),
  ])
  const active = await Promise.all(
    cinema.sources
      .filter(({ members }) => includeInactive || members.length > 0)
      .map((source) => toSourceStatus(cinema, source, theaters, movies, upcoming)),
  )
  const inactive = includeInactive ? cinema.directory.unsupportedPlatforms.map(toUnsupportedStatus) : []
  return [...active.flat(), ...inactive]
}

type Upcoming = ReadonlyMap<string, CoverageSummary>

async function toSourceStatus(
  cinema: CinemaContext,
  source: CinemaContext['sources'][number],
  theaters: Theaters,
  movies: MovieCounts,
  upcoming: Upcoming,
): Promise<SyncStatus[]> {
  const status = await cinema.readSourceState(source)
  const chains = Map.groupBy(source.members, ({ chain }) => chain)
  const byMember = new Map(status.members.map((member) => [member.memberId, member]))
  const shared = {
    source_id: source.id,
    source_name: source.adapter.about.name,
    platform: source.id,
    source_status: source.members.length === 0 ? 'unknown' : 'active',
    ...(status.latestArtifact === undefined ? {} : { latest_artifact: toArtifact(status.latestArtifact) }),
  }
  if (chains.size === 0)
    return [
      {
        ...shared,
        chain_id: null,
        chain_name: null,
        health: 'missing_artifact',
        counts: noCoverage,
        coverage: noCoverage,
      },
    ]
  return [...chains].map(([chainId, members]): SyncStatus => {
    const chainTheaters = [...theaters.byId.values()].filter(
      (theater) => theater.sourceId === source.id && theater.chainId === chainId,
    )
    return {
      ...shared,
      chain_id: chainId,
      chain_name: cinema.directory.chains.find(({ id }) => id === chainId)?.name ?? null,
      health: healthOf(members.flatMap(({ id }) => byMember.get(id) ?? [])),
      counts: sumCoverage(chainTheaters, movies.ofSourceAndChain(source.id, chainId)),
      coverage: upcoming.get(`${source.id} ${chainId}`) ?? noCoverage,
      ...(status.latestRun === undefined
        ? {}
        : { latest_run: toRun(status.latestRun, chains.size === 1 ? chainId : null) }),
    }
  })
}

function toUnsupportedStatus(
  platform: CinemaContext['directory']['unsupportedPlatforms'][number],
): SyncStatus {
  return {
    source_id: platform.id,
    chain_id: null,
    chain_name: null,
    source_name: platform.name,
    platform: platform.id,
    source_status: platform.status,
    health: 'missing_artifact',
    counts: noCoverage,
    coverage: noCoverage,
  }
}

const noCoverage: CoverageSummary = { theaters: 0, movies: 0, showtimes: 0, seatmaps: 0, prices: 0 }

/** The health of a chain, from its theaters. */
function healthOf(members: SourceState['members']): SyncHealth {
  const all = members.map(({ health }) => health)
  if (all.every((health) => health === 'missing_artifact')) return 'missing_artifact'
  if (all.every((health) => health === 'failed')) return 'failed'
  if (all.some((health) => health === 'failed' || health === 'partial' || health === 'missing_artifact'))
    return 'partial'
  return all.every((health) => health === 'empty') ? 'empty' : 'ok'
}

interface UpcomingRow {
  readonly source_id: string
  readonly chain_id: string
  readonly theaters: number
  readonly showtimes: number
  readonly seatmaps: number
  readonly prices: number
  readonly movies: number
  readonly first_date: string
  readonly last_date: string
}

/** Coverage from today on, per source and chain. */
async function readUpcoming(db: CinemaDb, fromDay: string): Promise<Upcoming> {
  const { rows } = await sql<UpcomingRow>`select source_id, chain_id, count(distinct theater_id) as theaters,
      sum(showtimes) as showtimes, sum(seatmaps) as seatmaps, sum(prices) as prices, max(movies) as movies,
      min(business_date) as first_date, max(business_date) as last_date
    from theater_day where business_date >= ${fromDay} group by source_id, chain_id`.execute(db.heavy)
  return new Map(
    rows.map((row) => [
      `${row.source_id} ${row.chain_id}`,
      {
        theaters: Number(row.theaters),
        movies: Number(row.movies),
        showtimes: Number(row.showtimes),
        seatmaps: Number(row.seatmaps),
        prices: Number(row.prices),
        first_business_date: row.first_date,
        last_business_date: row.last_date,
      },
    ]),
  )
}
