/** What the cinema's routes work with. */

import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { CachePolicy } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { ArtifactRow, SyncRunRow } from '../../store/tables.ts'
import type { LiveRefresher } from './live/live-refresher.ts'
import type { SeatReader } from './queries/seats.ts'
import type { IndexedTheater, TheaterIndex, Theaters } from './queries/theater-index.ts'
import type { SyncHealth, Warning } from './schema/index.ts'
import type { CinemaDb } from './schema/tables.ts'
import { cinemaScope, seatsScope } from './scopes.ts'
import type { CinemaDirectory } from './sources/cinema-member.ts'
import type { CinemaSource } from './sources/define-cinema-source.ts'

/** How a source did when it was last read. */
export interface SourceState {
  readonly latestRun: SyncRunRow | undefined
  readonly latestArtifact: ArtifactRow | undefined
  readonly members: readonly { readonly memberId: string; readonly health: SyncHealth }[]
}

export interface CinemaContext {
  readonly store: Store
  readonly db: CinemaDb
  readonly clock: Clock
  readonly theaters: TheaterIndex
  readonly seats: SeatReader
  readonly live: LiveRefresher
  readonly sources: readonly CinemaSource[]
  readonly directory: CinemaDirectory
  readonly accounts: Accounts
  readSourceState(source: CinemaSource): Promise<SourceState>
}

/** What does not depend on the clock. */
export const catalogueCache = { scope: cinemaScope, maxAgeSeconds: 60 } satisfies CachePolicy
/** What follows the clock: status, and what is current. */
export const minuteCache = {
  scope: cinemaScope,
  maxAgeSeconds: 15,
  expiresEachMinute: true,
} satisfies CachePolicy
/** What also shows seats or prices, which a live read renews. */
export const availabilityCache = { ...minuteCache, secondScope: seatsScope } satisfies CachePolicy

/** Why a list is empty before the first source was read. */
export function notYetCollectedWarnings({ db }: Pick<CinemaContext, 'db'>): Warning[] {
  if (db.publishedAt(cinemaScope) > 0) return []
  return [{ code: 'not_yet_collected', message: 'No source has been read yet; ask again in a minute.' }]
}

export function notFound(what: string, parameter: string): Failure {
  return new Failure('not_found', `No ${what} has this id.`, { details: { parameter } })
}

export function requireTheater(theaters: Theaters, id: string): IndexedTheater {
  const theater = theaters.byId.get(id)
  if (theater === undefined) throw notFound('theater', 'theater_id')
  return theater
}
