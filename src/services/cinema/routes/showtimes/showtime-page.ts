/** A page of showtimes: read, refreshed on request, rendered with expansions and `meta`. */

import type { CursorKey } from '../../../../http/cursor.ts'
import { docsReply, type Reply, totalMax, totalMeta } from '../../../../http/reply.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import {
  type CapturedTarget,
  type RefreshOptions,
  type RefreshResult,
  refreshShowtimes,
} from '../../live/refresh-showtimes.ts'
import { mergeHorizonsByChain } from '../../queries/horizons.ts'
import { withoutAliases } from '../../queries/movies/movies.ts'
import { type ListedShowtime, showtimeJson } from '../../queries/showtime-json.ts'
import { resolvedDays, type WindowQuery } from '../../queries/showtime-window.ts'
import {
  countShowtimes,
  readShowtime,
  readShowtimes,
  type ShowtimeFilter,
  type ShowtimeParts,
  showtimeKey,
} from '../../queries/showtimes.ts'
import { type Theaters, theaterJson } from '../../queries/theater-index.ts'
import type { ListExpansion, SeatDetail, SourceHorizon, Warning } from '../../schema/index.ts'
import {
  noGridWarning,
  noPricesWarning,
  notYetCollectedWarnings,
  staleWarning,
  warningsMeta,
} from '../../warnings.ts'
import { cacheHeaders, toFreshness } from '../freshness.ts'
import { type TheaterQuery, unknownFilters } from '../list-warnings.ts'

/** Showtimes per page that are refreshed. */
const liveRowsMax = 10
const warningsMax = 50

export interface PresentationOptions extends RefreshOptions {
  readonly include: ReadonlySet<ListExpansion>
  readonly seatDetail: SeatDetail
}

export function requiredParts({
  include,
  seatDetail,
}: Pick<PresentationOptions, 'include' | 'seatDetail'>): ShowtimeParts {
  const seats =
    seatDetail !== 'none' ||
    include.has('seat_summary') ||
    include.has('occupancy') ||
    include.has('seat_grid')
  return {
    seats: seats || undefined,
    movie: include.has('movie') || undefined,
    prices: include.has('prices') || undefined,
  }
}

export interface ShowtimePageQuery extends PresentationOptions {
  readonly filter: ShowtimeFilter
  readonly window: WindowQuery
  readonly after: CursorKey | undefined
  readonly limit: number
  /** Added to `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>
  readonly warnings?: readonly Warning[]
  /** Whether to count all matching showtimes. */
  readonly withTotal?: boolean | undefined
  /** Miles by theater, if a place was searched. */
  readonly distances?: ReadonlyMap<string, number> | undefined
  /** What may be the reason if there are no rows. */
  readonly theaterQuery?: TheaterQuery
  /** Defines "today" if all theaters share a time zone. Default: UTC. */
  readonly timezone?: string
}

export async function showtimePage(
  cinema: CinemaContext,
  theaters: Theaters,
  query: ShowtimePageQuery,
): Promise<Reply> {
  const { filter, include, limit } = query
  const parts = requiredParts(query)
  const stored = await readShowtimes(cinema.db, filter, parts, query.after, limit)
  const page = stored.slice(0, limit)
  const { rows, refreshedIds, warnings } =
    parts.seats && query.mode !== 'cached'
      ? await refreshRows(cinema, page, theaters, query, { parts, max: liveRowsMax })
      : { rows: page, refreshedIds: noIds, warnings: [] }
  const counted = query.withTotal ? await countShowtimes(cinema.db, filter, totalMax + 1) : undefined
  const horizons = horizonsOf(filter, theaters)
  const lastDates = (horizons.length > 0 ? horizons : theaters.horizons).flatMap(
    ({ last_available_date }) => last_available_date ?? [],
  )
  const capturedTimes = rowCaptureTimes(rows, theaters)
  const allWarnings = [
    ...(rows.length === 0 ? await emptyWarnings(cinema, theaters, query) : []),
    ...(query.warnings ?? []),
    ...warnings,
    ...rowWarnings(rows, theaters, query),
    ...(include.has('prices') ? priceWarnings(rows, theaters) : []),
  ]
  const meta = {
    source_mode: refreshedIds.size > 0 ? query.mode : 'cached',
    ...toFreshness(capturedTimes, query.nowMs),
    requested_days: query.window.days,
    resolved_days: resolvedDays(query.window, lastDates, query.nowMs, query.timezone),
    ...(horizons.length === 0 ? {} : { source_horizons: horizons }),
    ...query.meta,
    ...totalMeta(counted, totalMax),
    ...warningsMeta(allWarnings, warningsMax),
  }
  const last = page.at(-1)
  const nextKey = stored.length > limit && last !== undefined ? showtimeKey(filter, last) : undefined
  return {
    ...docsReply({ docs: renderShowtimes(rows, theaters, query), limit, nextKey, meta }),
    ...cacheHeaders(query, capturedTimes),
  }
}

const noIds: ReadonlySet<string> = new Set()

async function emptyWarnings(
  cinema: CinemaContext,
  theaters: Theaters,
  { theaterQuery }: ShowtimePageQuery,
): Promise<Warning[]> {
  return [
    ...notYetCollectedWarnings(cinema),
    ...(theaterQuery === undefined ? [] : await unknownFilters(cinema, theaters, theaterQuery)),
  ]
}

/** Of the theaters that the filter selects, whatever is on the page. */
function horizonsOf(filter: ShowtimeFilter, theaters: Theaters): SourceHorizon[] {
  const { theaterId, chainId, otherChainIds } = filter
  const chainIds = chainId === undefined ? filter.chainIds : [chainId]
  const theaterIds = theaterId === undefined ? filter.theaterIds : [theaterId]
  const isOfChain = (id = '') => (chainIds?.includes(id) ?? true) && !otherChainIds?.includes(id)
  if (theaterIds === undefined) return theaters.horizons.filter(({ chain_id }) => isOfChain(chain_id))
  const selected = theaterIds.flatMap((id) => theaters.byId.get(id) ?? [])
  return mergeHorizonsByChain(selected.filter((theater) => isOfChain(theater.chainId)))
}

/** The rows with refreshed seats. Shows that have started are not refreshed; failures become warnings. */
export async function refreshRows(
  cinema: CinemaContext,
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  options: RefreshOptions,
  { parts, max }: { readonly parts: ShowtimeParts; readonly max: number },
): Promise<RefreshResult & { readonly rows: readonly ListedShowtime[] }> {
  const targets = rows.flatMap(({ id, doc, seating, theater_id, starts_at, seats_at }): CapturedTarget[] => {
    const theater = theaters.byId.get(theater_id)
    if (theater === undefined || starts_at <= options.nowMs) return []
    return [{ id, doc, seating, theater, capturedAt: seats_at ?? undefined }]
  })
  const result = await refreshShowtimes(cinema, { ...options, targets, topic: 'seats', max })
  const refreshedRows = rows.map(async (row) =>
    result.refreshedIds.has(row.id) ? { ...row, ...(await readShowtime(cinema.db, row.id, parts)) } : row,
  )
  return { ...result, rows: await Promise.all(refreshedRows) }
}

export function renderShowtimes(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  {
    include,
    seatDetail,
    nowMs,
    distances,
  }: Pick<PresentationOptions, 'include' | 'seatDetail' | 'nowMs'> & Pick<ShowtimePageQuery, 'distances'>,
): string[] {
  const withSeats = requiredParts({ include, seatDetail }).seats === true
  const renderOptions = { nowMs, withSeats, distances }
  const hasTheater = include.has('theater')
  const hasPrices = include.has('prices')
  return rows.map((row) => {
    const theater = theaters.byId.get(row.theater_id)
    return showtimeJson(row, theater, renderOptions, {
      movie: row.movie_doc && !include.has('aliases') ? withoutAliases(row.movie_doc) : row.movie_doc,
      theater:
        hasTheater && theater !== undefined ? theaterJson(theater, distances?.get(theater.id)) : undefined,
      prices: hasPrices ? (row.prices_doc ?? '[]') : undefined,
    })
  })
}

/** When the seats of each row were captured, otherwise its listing. */
export function rowCaptureTimes(rows: readonly ListedShowtime[], theaters: Theaters): number[] {
  const times: number[] = []
  for (const row of rows) {
    const at = row.seats_at ?? theaters.byId.get(row.theater_id)?.capturedAt
    if (at !== undefined) times.push(at)
  }
  return times
}

/** One for the page: where the prices are that it lacks. */
function priceWarnings(rows: readonly ListedShowtime[], theaters: Theaters): Warning[] {
  const lacking = rows.filter(
    ({ prices_doc, theater_id }) => !prices_doc && theaters.byId.get(theater_id)?.capabilities.prices,
  )
  return lacking.length === 0 ? [] : [noPricesWarning(lacking.length)]
}

export function rowWarnings(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { maxAgeMs, nowMs, seatDetail }: PresentationOptions,
): Warning[] {
  if (maxAgeMs === undefined && seatDetail !== 'grid') return []
  return rows.flatMap(({ id, theater_id, seats_at, seating }) => {
    const theater = theaters.byId.get(theater_id)
    const capturedAt = seats_at ?? theater?.capturedAt
    const isStale = maxAgeMs !== undefined && capturedAt !== undefined && nowMs - capturedAt > maxAgeMs
    const lacksGrid = seatDetail === 'grid' && seating === 'general_admission'
    return [
      ...(isStale ? [staleWarning({ id, theater })] : []),
      ...(lacksGrid ? [noGridWarning({ id, theater })] : []),
    ]
  })
}
