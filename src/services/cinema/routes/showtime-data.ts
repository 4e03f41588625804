/** What the seat map and price routes share: lookup, refresh, `meta` and cache headers of one showtime. */

import { notFound } from '../../../core/errors.ts'
import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { Reply } from '../../../http/reply.ts'
import type { RequestContext } from '../../../http/route.ts'
import { availabilityCache, type CinemaContext } from '../cinema-context.ts'
import type { LiveTopic } from '../live/live-refresher.ts'
import { refreshShowtime, type ShowtimeData } from '../live/refresh-showtimes.ts'
import { type ListedShowtime, sessionCapabilities } from '../queries/showtime-json.ts'
import type { IndexedTheater } from '../queries/theater-index.ts'
import type { DataCapabilities, SourceMode, Warning } from '../schema/index.ts'
import { warningsMeta } from '../warnings.ts'
import { cacheHeaders, toFreshness } from './freshness.ts'
import { parseMaxAge } from './params.ts'

export const showtimeDataRoute = {
  method: 'GET',
  tag: 'Showtimes',
  access: 'optional',
  cache: availabilityCache,
  errors: ['unsupported_capability', 'upstream_unavailable'],
} as const

interface StoredShowtime<Stored> {
  readonly row: ListedShowtime
  readonly stored: (Stored & { readonly captured_at: number }) | undefined
}

export interface LoadedShowtime<Stored> extends ShowtimeData<Stored> {
  readonly row: ListedShowtime
  readonly theater: IndexedTheater
}

type ModeContext = Pick<
  RequestContext<{ source_mode: SourceMode; freshness?: string }, unknown, unknown>,
  'query' | 'nowMs' | 'admission'
>

/** Reads a showtime with its data, refreshed on request. `check` rejects what the session cannot provide. */
export function loadShowtime<Stored>(
  cinema: CinemaContext,
  topic: LiveTopic,
  { query, nowMs, admission }: ModeContext,
  load: () => ValueOrPromise<StoredShowtime<Stored> | undefined>,
  check: (capabilities: DataCapabilities, row: ListedShowtime, theater: IndexedTheater) => void,
): ValueOrPromise<LoadedShowtime<Stored>> {
  return whenReady(load(), (loaded) =>
    whenReady(cinema.theaters.current(), ({ byId }) => {
      const theater = loaded && byId.get(loaded.row.theater_id)
      if (loaded === undefined || theater === undefined) throw notFound('showtime', 'showtime_id')
      const { row, stored } = loaded
      check(sessionCapabilities(theater.capabilities, row), row, theater)
      const data = refreshShowtime(cinema, {
        target: { id: row.id, doc: row.doc, seating: row.seating, theater },
        topic,
        mode: query.source_mode,
        maxAgeMs: parseMaxAge(query.freshness),
        nowMs,
        admission,
        stored,
        reload: () => whenReady(load(), (again) => again?.stored),
      })
      return whenReady(data, ({ stored, mode, warnings }) => ({ stored, mode, warnings, row, theater }))
    }),
  )
}

/** `listedAt` is the age of the response if nothing is captured. */
export function showtimeReply(
  { query, nowMs }: ModeContext,
  { stored, mode }: ShowtimeData<unknown>,
  warnings: readonly Warning[],
  listedAt?: number,
): Pick<Reply, 'headers'> & { readonly meta: Record<string, unknown> } {
  const capturedTimes = stored === undefined ? [] : [stored.captured_at]
  const fallbackTimes = listedAt === undefined ? [] : [listedAt]
  const maxAgeMs = parseMaxAge(query.freshness)
  return {
    meta: {
      source_mode: mode,
      ...toFreshness(stored === undefined ? fallbackTimes : capturedTimes, nowMs),
      ...warningsMeta(warnings),
    },
    ...cacheHeaders({ mode: query.source_mode, maxAgeMs, nowMs }, capturedTimes),
  }
}
