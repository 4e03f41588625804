/** The dependencies of the cinema routes, their cache policies and their 404 errors. */

import type { Clock } from '../../core/clock.ts'
import { notFound } from '../../core/errors.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { CachePolicy } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { ArtifactRow, MemberHealthRow, SyncRunRow } from '../../store/tables.ts'
import type { LiveRefresher } from './live/live-refresher.ts'
import type { PictureReader } from './live/picture-reader.ts'
import type { MovieIndex } from './queries/movies/movie-index.ts'
import type { SeatReader } from './queries/seats.ts'
import type { IndexedTheater, TheaterIndex, Theaters } from './queries/theater-index.ts'
import type { MemberState, SyncHealth } from './schema/index.ts'
import type { CinemaDb } from './schema/tables.ts'
import { cinemaScope, countsScope, seatsScope } from './scopes.ts'
import type { CinemaDirectory } from './sources/cinema-member.ts'
import type { CinemaSource } from './sources/define-cinema-source.ts'

/** The latest sync of a source. */
export interface SourceState {
  readonly latestRun: SyncRunRow | undefined
  readonly latestArtifact: ArtifactRow | undefined
  readonly members: readonly MemberStatus[]
}

export interface MemberStatus {
  readonly memberId: string
  readonly health: SyncHealth
  readonly state: MemberState
  readonly recordCount: number
  /** Why the newest list was not published. */
  readonly heldReason: string | undefined
  /** Why it is not read. */
  readonly off: string | undefined
  /** How its last reads ended; undefined before the first. */
  readonly reads: MemberHealthRow | undefined
}

export interface CinemaContext {
  readonly store: Store
  readonly db: CinemaDb
  readonly clock: Clock
  readonly theaters: TheaterIndex
  readonly movies: MovieIndex
  readonly seats: SeatReader
  readonly live: LiveRefresher
  readonly pictures: PictureReader
  /** As the registry has them now: not to be kept between requests. */
  readonly sources: readonly CinemaSource[]
  readonly directory: CinemaDirectory
  readonly accounts: Accounts
  readSourceState(source: CinemaSource): Promise<SourceState>
}

/** For data that does not depend on the clock. */
export const catalogueCache = {
  scope: cinemaScope,
  secondScope: countsScope,
  maxAgeSeconds: 60,
} satisfies CachePolicy
/** For data that depends on the clock: status, current showtimes. */
export const minuteCache = {
  scope: cinemaScope,
  maxAgeSeconds: 15,
  expiresEachMinute: true,
} satisfies CachePolicy
/** For seats and prices, which a live refresh changes. */
export const availabilityCache = { ...minuteCache, secondScope: seatsScope } satisfies CachePolicy

export function requireTheater(theaters: Theaters, id: string): IndexedTheater {
  const theater = theaters.byId.get(id)
  if (theater === undefined) throw notFound('theater', 'theater_id')
  return theater
}

/** Sources of which every member has been published: another run does not collect them for the first time. */
const collectedSources = new WeakMap<CinemaDb, WeakSet<CinemaSource>>()

/** Whether the first run of a source has not started or not finished. */
export async function isStillCollecting(cinema: CinemaContext, theaters: Theaters): Promise<boolean> {
  const known = collectedSources.get(cinema.db) ?? new WeakSet()
  collectedSources.set(cinema.db, known)
  const open = cinema.sources.filter((source) => source.members.length > 0 && !known.has(source))
  const states = await Promise.all(open.map((source) => cinema.readSourceState(source)))
  const withTheaters = new Set(theaters.ordered.map(({ sourceId }) => sourceId))
  let isCollecting = false
  for (const [at, source] of open.entries()) {
    const { latestRun, members = [] } = states[at] ?? {}
    const isMissing = members.some(({ health }) => health === 'missing_artifact')
    if (latestRun !== undefined && !isMissing) known.add(source)
    if (latestRun === undefined && !withTheaters.has(source.id)) isCollecting = true
    if (latestRun?.status === 'running' && isMissing) isCollecting = true
  }
  return isCollecting
}
