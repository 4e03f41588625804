/** Cinema: movies, theaters, showtimes, prices and seats. */

import type { Clock } from '../../core/clock.ts'
import type { OutboundClient } from '../../core/outbound/outbound.ts'
import type { Accounts } from '../../http/accounts.ts'
import type { Service } from '../../http/service.ts'
import type { Store } from '../../store/store.ts'
import type { CinemaContext, SourceState } from './cinema-context.ts'
import { LiveRefresher, type SaveLiveResponses } from './live/live-refresher.ts'
import { countMovies, sumCoverage } from './queries/coverage.ts'
import { SeatReader } from './queries/seats.ts'
import { TheaterIndex } from './queries/theater-index.ts'
import { snapshotRoute } from './routes/availability-snapshot.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { operationRoutes } from './routes/operations.ts'
import { seatRoutes } from './routes/seats.ts'
import { showtimeRoutes } from './routes/showtimes.ts'
import { statsAndAccountRoutes } from './routes/stats.ts'
import { Meta } from './schema/index.ts'
import { cinemaScope } from './scopes.ts'
import type { CinemaDirectory } from './sources/cinema-member.ts'
import type { CinemaSource } from './sources/define-cinema-source.ts'

export interface CinemaDeps {
  readonly store: Store
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly clock: Clock
  readonly accounts: Accounts
  readonly sources: readonly CinemaSource[]
  readonly directory: CinemaDirectory
  readonly saveResponses: SaveLiveResponses
  /** How a source did when it was last read. */
  readSourceState(source: CinemaSource): Promise<SourceState>
}

const liveDeadlineMs = 4_000
const liveConcurrentMax = 64

export function cinemaService(deps: CinemaDeps): Service {
  const { store, clock, sources, outbound, saveResponses } = deps
  const db = store.readModel
  const adapters = new Map(sources.map((source) => [source.id, source.adapter]))
  const cinema: CinemaContext = {
    ...deps,
    db,
    theaters: new TheaterIndex(db, adapters),
    seats: new SeatReader(db),
    live: new LiveRefresher({
      db,
      sources,
      outbound,
      saveResponses,
      clock,
      deadlineMs: liveDeadlineMs,
      concurrentMax: liveConcurrentMax,
    }),
  }
  return {
    id: 'cinema',
    scopes: [cinemaScope],
    title: 'Cinema Showtimes and Availability Read API',
    about: 'Chains, theaters, movies, showtimes, prices, occupancy and seat maps.',
    version: '0.1.0',
    description:
      'Movies, theaters, showtimes, ticket prices and seat availability, as the cinemas publish them. Read-only: nothing is booked here.',
    tags: [
      { name: 'Catalogue', description: 'Sources, coverage, chains, theaters and movies.' },
      { name: 'Showtimes', description: 'When and where, how full, and for how much.' },
      { name: 'Operations', description: 'What was fetched, when, and how it went.' },
      { name: 'Authentication', description: 'Codes by e-mail, management tokens and keys.' },
      { name: 'Support', description: 'Health, index, counts and this document.' },
    ],
    routes: [
      ...statsAndAccountRoutes(cinema),
      ...catalogueRoutes(cinema),
      ...showtimeRoutes(cinema),
      ...seatRoutes(cinema),
      snapshotRoute(cinema),
      ...operationRoutes(cinema),
    ],
    meta: Meta,
    examples: [
      { path: '/v1/movies/search?playing_now=true&limit=5', shows: 'movies that are shown now' },
      { path: '/v1/showtimes/search?include=movie,theater&limit=5', shows: 'what begins next' },
      { path: '/v1/theaters/search?limit=5', shows: 'theaters by name' },
    ],
    counts: async () => {
      const { theaters, showtimes } = sumCoverage((await cinema.theaters.current()).ordered, 0)
      return { theaters, movies: await countMovies(db), showtimes }
    },
  }
}
