/** The sync status of each source, per chain. */

import { sql } from 'kysely'
import { defined } from '../../../../core/defined.ts'
import type { CinemaContext, SourceState } from '../../cinema-context.ts'
import { dayMs } from '../../normalise/time.ts'
import type { CoverageSummary, MemberCounts, SyncHealth, SyncStatus } from '../../schema/index.ts'
import type { CinemaDb } from '../../schema/tables.ts'
import { cinemaScope, seatsScope } from '../../scopes.ts'
import type { UnsupportedPlatform } from '../../sources/cinema-member.ts'
import { type MovieCounts, readMovieCounts, sumCoverage } from '../coverage.ts'
import { ReadOnce } from '../read-once.ts'
import type { Theaters } from '../theater-index.ts'
import { toArtifact, toRun } from './sync-history.ts'

/** `includeInactive` adds sources without members and unsupported platforms. */
export async function readSyncStatus(
  cinema: CinemaContext,
  includeInactive: boolean,
  nowMs: number,
): Promise<SyncStatus[]> {
  const [theaters, movies, upcoming] = await Promise.all([
    cinema.theaters.current(),
    readMovieCounts(cinema.db),
    readUpcoming(cinema.db, nowMs),
  ])
  const active = await Promise.all(
    cinema.sources
      .filter(({ members }) => includeInactive || members.length > 0)
      .map((source) => toSourceStatus(cinema, source, theaters, movies, upcoming)),
  )
  const inactive = includeInactive ? cinema.directory.unsupportedPlatforms.map(inactiveStatus) : []
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
  const state = await cinema.readSourceState(source)
  const chains = Map.groupBy(source.members, ({ chain }) => chain)
  const byMember = new Map(state.members.map((member) => [member.memberId, member]))
  const about = { id: source.id, name: source.adapter.about.name }
  const status = source.members.length === 0 ? 'unknown' : 'active'
  const inactive = inactiveStatus({ ...about, status })
  const latestArtifact = state.latestArtifact && toArtifact(state.latestArtifact)
  if (chains.size === 0) return [defined<SyncStatus>({ ...inactive, latest_artifact: latestArtifact })]
  return [...chains].map(([chainId, members]) => {
    const chainTheaters = [...theaters.byId.values()].filter(
      (theater) => theater.sourceId === source.id && theater.chainId === chainId,
    )
    const statuses = members.flatMap(({ id }) => byMember.get(id) ?? [])
    return defined<SyncStatus>({
      ...inactive,
      chain_id: chainId,
      chain_name: cinema.directory.chains.find(({ id }) => id === chainId)?.name ?? null,
      health: healthOf(statuses),
      members: countByState(statuses),
      counts: sumCoverage(chainTheaters, movies.ofSourceAndChain(source.id, chainId)),
      coverage: upcoming.get(`${source.id} ${chainId}`) ?? noCoverage,
      latest_run: state.latestRun && toRun(state.latestRun, chains.size === 1 ? chainId : null),
      latest_artifact: latestArtifact,
    })
  })
}

/** A source without chains: one without members, or an unsupported platform. */
function inactiveStatus({
  id,
  name,
  status,
}: Pick<UnsupportedPlatform, 'id' | 'name'> & { status: string }): SyncStatus {
  return {
    source_id: id,
    chain_id: null,
    chain_name: null,
    source_name: name,
    platform: id,
    source_status: status,
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

function countByState(members: SourceState['members']): MemberCounts {
  const counts = { on: 0, new: 0, stale: 0, off: 0 }
  for (const { state } of members) counts[state] += 1
  return counts
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

const upcomingCoverage = new ReadOnce<Upcoming>()
const minuteMs = 60_000

/** Coverage from today on in each theater's time zone, per source and chain. Reads all those showtimes. */
function readUpcoming(db: CinemaDb, nowMs: number): Promise<Upcoming> {
  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  return upcomingCoverage.read(
    db,
    () => `${db.stamp(cinemaScope)} ${db.stamp(seatsScope)} ${minute}`,
    () => countUpcoming(db, minute),
  )
}

async function countUpcoming(db: CinemaDb, nowMs: number): Promise<Upcoming> {
  // A business date begins at most a day before its showtimes; the bound on the start serves the index.
  const { rows } =
    await sql<UpcomingRow>`select s.source_id, s.chain_id, count(distinct s.theater_id) as theaters,
      count(*) as showtimes, count(s.seats_at) as seatmaps, count(p.showtime_id) as prices,
      count(distinct s.movie_id) as movies, min(s.business_date) as first_date, max(s.business_date) as last_date
    from showtime s left join showtime_prices p on p.showtime_id = s.id
    where s.gone_at is null and s.starts_at > ${nowMs - 2 * dayMs} and s.day_starts_at > ${nowMs - dayMs}
    group by s.source_id, s.chain_id`.execute(db.heavy)
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
