/** The cinema service: movies, theaters, showtimes, prices and seats. */

import type { OutboundClient } from '../../core/outbound/outbound.ts'
import { changeRoutes } from '../../http/changes/change-routes.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import type { Service } from '../../http/service.ts'
import type { CinemaContext } from './cinema-context.ts'
import { LiveRefresher, type SaveLiveResponses } from './live/live-refresher.ts'
import { PictureReader } from './live/picture-reader.ts'
import { countMovies, sumCoverage } from './queries/coverage.ts'
import { readExampleIds } from './queries/example-ids.ts'
import { MovieIndex } from './queries/movies/movie-index.ts'
import { SeatReader } from './queries/seats.ts'
import { TheaterIndex } from './queries/theater-index.ts'
import { analyticsRoute } from './routes/analytics.ts'
import { chainRoutes } from './routes/chains.ts'
import { cinemaChanges } from './routes/cinema-changes.ts'
import { cinemaNews } from './routes/cinema-pages/front-page-news.ts'
import { cinemaSearches } from './routes/cinema-pages/search-sections.ts'
import { coverageRoute } from './routes/coverage.ts'
import { historyRoutes } from './routes/history.ts'
import { cinemaListPages } from './routes/list-pages.ts'
import { movieRoutes } from './routes/movies.ts'
import { artifactRoute } from './routes/operations/artifacts.ts'
import { syncJobRoute } from './routes/operations/sync-jobs.ts'
import { syncRunRoute } from './routes/operations/sync-runs.ts'
import { syncStatusRoutes } from './routes/operations/sync-status.ts'
import { cinemaPageRoutes } from './routes/pages.ts'
import { placeRoute } from './routes/places.ts'
import { snapshotRoute } from './routes/showtimes/availability-snapshot.ts'
import { priceRoute } from './routes/showtimes/prices.ts'
import { seatMapRoute } from './routes/showtimes/seatmap.ts'
import { showtimeRoutes } from './routes/showtimes/showtimes.ts'
import { sourceRoute } from './routes/sources.ts'
import { statsRoute } from './routes/stats.ts'
import { theaterRoutes } from './routes/theaters.ts'
import { Meta } from './schema/index.ts'
import { cinemaScope } from './scopes.ts'

export interface CinemaDeps extends Pick<CinemaContext, 'store' | 'clock' | 'accounts' | 'readSourceState'> {
  /** Its properties may change while the service runs. */
  readonly registry: Pick<CinemaContext, 'sources' | 'directory'>
  readonly outbound: Pick<OutboundClient, 'for'>
  readonly saveResponses: SaveLiveResponses
  /** The public address of the service, for canonical links. */
  readonly url: string
}

const liveDeadlineMs = 4_000
const liveConcurrentMax = 64

export function cinemaService(deps: CinemaDeps): Service {
  const { store, clock, registry, outbound, saveResponses } = deps
  const db = store.readModel
  const cinema: CinemaContext = {
    ...deps,
    get sources() {
      return registry.sources
    },
    get directory() {
      return registry.directory
    },
    db,
    theaters: new TheaterIndex(db, registry),
    movies: new MovieIndex(db),
    seats: new SeatReader(db),
    pictures: new PictureReader(outbound),
    live: new LiveRefresher({
      db,
      registry,
      outbound,
      saveResponses,
      clock,
      deadlineMs: liveDeadlineMs,
      concurrentMax: liveConcurrentMax,
    }),
  }
  const changes = cinemaChanges(cinema)
  return {
    id: 'cinema',
    scopes: [cinemaScope],
    desk: {},
    title: 'Cinema showtimes',
    about: 'Chains, theaters, movies, showtimes, prices, occupancy and seat maps.',
    version: '0.1.0',
    description:
      'Movies, theaters, showtimes, ticket prices and seat availability, as published by the cinemas. Read-only: no bookings.',
    tags: [
      { name: 'Catalogue', description: 'Sources, coverage, chains, theaters and movies.' },
      { name: 'Showtimes', description: 'Showtimes, seats and prices.' },
      { name: 'Operations', description: 'Artifacts, sync jobs and runs.' },
      { name: 'Authentication', description: 'E-mail codes, management tokens and API keys.' },
      { name: 'Support', description: 'Health, index, statistics and this document.' },
    ],
    routes: [
      statsRoute(cinema),
      ...deps.accounts.usageRoutes,
      ...deps.accounts.authRoutes,
      sourceRoute(cinema),
      coverageRoute(cinema),
      ...chainRoutes(cinema),
      ...theaterRoutes(cinema),
      placeRoute(cinema),
      ...movieRoutes(cinema),
      ...showtimeRoutes(cinema),
      seatMapRoute(cinema),
      priceRoute(cinema),
      ...historyRoutes(cinema),
      snapshotRoute(cinema),
      ...changeRoutes(changes, { db, clock }),
      artifactRoute(cinema),
      analyticsRoute(cinema),
      syncJobRoute(cinema),
      syncRunRoute(cinema),
      ...syncStatusRoutes(cinema),
      ...cinemaListPages(cinema),
      ...cinemaPageRoutes(cinema, deps.url),
    ],
    changes: anyChangeSource(changes),
    meta: Meta,
    examples: [
      { path: '/v1/movies/search?playing_now=true&limit=5', shows: 'movies playing now' },
      {
        path: '/v1/showtimes/search?from={now}&has_seatmap=true&include=movie,theater,prices&limit=5',
        shows: 'what begins next, with free seats and prices',
      },
      { path: '/v1/theaters/search?limit=5', shows: 'theaters by name' },
    ],
    frontPage: (request) => cinemaNews(cinema, request),
    searches: cinemaSearches(cinema),
    pages: [{ path: '/showtimes', title: 'what is on' }],
    readIds: () => readExampleIds(cinema, clock.now()),
    counts: async () => {
      const { theaters, showtimes } = sumCoverage((await cinema.theaters.current()).ordered, 0)
      return { theaters, movies: await countMovies(db), showtimes }
    },
  }
}
