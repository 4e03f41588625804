/** What the seat map and price routes share: lookup, refresh, `meta` and cache headers of one showtime. */

import { notFound } from '../../../../core/errors.ts'
import type { Reply } from '../../../../http/reply.ts'
import type { RequestContext } from '../../../../http/route.ts'
import { availabilityCache, type CinemaContext } from '../../cinema-context.ts'
import type { LiveTopic } from '../../live/live-refresher.ts'
import { refreshShowtime, type ShowtimeRefresh } from '../../live/refresh-showtimes.ts'
import { type ListedShowtime, sessionCapabilities } from '../../queries/showtime-json.ts'
import type { IndexedTheater, Theaters } from '../../queries/theater-index.ts'
import type { DataCapabilities, SourceMode } from '../../schema/index.ts'
import { warningsMeta } from '../../warnings.ts'
import { cacheHeaders, toFreshness } from '../freshness.ts'
import { parseMaxAge } from '../params.ts'

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

export interface FoundShowtime<Stored> extends StoredShowtime<Stored> {
  readonly theater: IndexedTheater
  readonly capabilities: DataCapabilities
}

type ModeContext = Pick<
  RequestContext<{ source_mode: SourceMode; freshness?: string }, unknown, unknown>,
  'query' | 'nowMs' | 'admission' | 'outsideTurn'
>

export function requireShowtime<Stored>(
  showtime: StoredShowtime<Stored> | undefined,
  { byId }: Theaters,
): FoundShowtime<Stored> {
  const theater = showtime && byId.get(showtime.row.theater_id)
  if (showtime === undefined || theater === undefined) throw notFound('showtime', 'showtime_id')
  return { ...showtime, theater, capabilities: sessionCapabilities(theater.capabilities, showtime.row) }
}

/** Asks the source if `source_mode` and `freshness` say so. */
export async function refreshData(
  cinema: CinemaContext,
  topic: LiveTopic,
  { query, nowMs, admission, outsideTurn }: ModeContext,
  { row: { id, doc, seating }, theater, stored }: FoundShowtime<unknown>,
): Promise<ShowtimeRefresh> {
  const request = {
    target: { id, doc, seating, theater, capturedAt: stored?.captured_at },
    topic,
    mode: query.source_mode,
    maxAgeMs: parseMaxAge(query.freshness),
    nowMs,
    admission,
  }
  return await outsideTurn(() => refreshShowtime(cinema, request))
}

/** `listedAt` is the age of the response if nothing is captured. */
export function showtimeReply(
  { query, nowMs }: ModeContext,
  { mode, warnings }: ShowtimeRefresh,
  capturedAt: number | undefined,
  listedAt?: number,
): Pick<Reply, 'headers'> & { readonly meta: Record<string, unknown> } {
  const capturedTimes = capturedAt === undefined ? [] : [capturedAt]
  const fallbackTimes = listedAt === undefined ? [] : [listedAt]
  const maxAgeMs = parseMaxAge(query.freshness)
  return {
    meta: {
      source_mode: mode,
      ...toFreshness(capturedAt === undefined ? fallbackTimes : capturedTimes, nowMs),
      ...warningsMeta(warnings),
    },
    ...cacheHeaders({ mode: query.source_mode, maxAgeMs, nowMs }, capturedTimes),
  }
}
