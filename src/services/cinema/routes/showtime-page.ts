/** A page of showtimes: read, refreshed on request, rendered with expansions and `meta`. */

import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { pageReply, type Reply } from '../../../http/reply.ts'
import type { CinemaContext } from '../cinema-context.ts'
import {
  type CapturedTarget,
  type RefreshOptions,
  type RefreshResult,
  refreshShowtimes,
} from '../live/refresh-showtimes.ts'
import { mergeHorizonsByChain } from '../queries/horizons.ts'
import { withoutAliases } from '../queries/movie-json.ts'
import { type ListedShowtime, showtimeJson } from '../queries/showtime-json.ts'
import { resolvedDays, type WindowQuery } from '../queries/showtime-window.ts'
import {
  readShowtime,
  readShowtimes,
  type ShowtimeFilter,
  type ShowtimeParts,
  showtimeKey,
} from '../queries/showtimes.ts'
import { type Theaters, theaterJson } from '../queries/theater-index.ts'
import type { ListExpansion, SeatDetail, SourceHorizon, Warning } from '../schema/index.ts'
import {
  formatWarnings,
  noGridWarning,
  noPricesWarning,
  notYetCollectedWarnings,
  staleWarning,
  warningsMeta,
} from '../warnings.ts'
import { cacheHeaders, toFreshness } from './freshness.ts'

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
  return { seats, movie: include.has('movie'), prices: include.has('prices') }
}

export interface ShowtimePageQuery extends PresentationOptions {
  readonly filter: ShowtimeFilter
  readonly window: WindowQuery
  readonly after: CursorKey | undefined
  readonly limit: number
  /** Added to `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>
  readonly warnings?: readonly Warning[]
  /** Why there are no rows. */
  readonly explainEmpty?: () => Promise<readonly Warning[]>
  /** Defines "today" if all theaters share a time zone. Default: UTC. */
  readonly timezone?: string
}

type RefreshedRows = Pick<RefreshResult, 'refreshedIds' | 'warnings'> & {
  readonly rows: readonly ListedShowtime[]
}

export function showtimePage(
  cinema: CinemaContext,
  theaters: Theaters,
  query: ShowtimePageQuery,
): ValueOrPromise<Reply> {
  const parts = requiredParts(query)
  const read = readShowtimes(cinema.db, query.filter, parts, query.after, query.limit)
  return whenReady(read, (stored) => {
    const rows = stored.slice(0, query.limit)
    const refreshed: ValueOrPromise<RefreshedRows> =
      parts.seats && query.mode !== 'cached'
        ? refreshRows(cinema, rows, theaters, query, { parts, max: liveRowsMax })
        : { rows, refreshedIds: noIds, warnings: [] }
    return whenReady(refreshed, (page) =>
      whenReady(rows.length === 0 ? explainEmpty(cinema, query) : [], (reasons) =>
        toReply(theaters, query, stored, page, reasons),
      ),
    )
  })
}

const noIds: ReadonlySet<string> = new Set()

async function explainEmpty(cinema: CinemaContext, query: ShowtimePageQuery): Promise<Warning[]> {
  return [
    ...notYetCollectedWarnings(cinema),
    ...formatWarnings(query.filter.format),
    ...((await query.explainEmpty?.()) ?? []),
  ]
}

/** `stored` has one row more than the page if there is a next one. */
function toReply(
  theaters: Theaters,
  query: ShowtimePageQuery,
  stored: readonly ListedShowtime[],
  { rows, refreshedIds, warnings: refreshWarnings }: RefreshedRows,
  reasons: readonly Warning[],
): Reply {
  const documents = renderShowtimes(rows, theaters, query)
  const horizons = horizonsOf(query.filter, theaters)
  const lastDates = (horizons.length > 0 ? horizons : theaters.horizons).flatMap(
    ({ last_available_date }) => last_available_date ?? [],
  )
  const capturedTimes = rowCaptureTimes(rows, theaters)
  const warnings = [
    ...reasons,
    ...(query.warnings ?? []),
    ...refreshWarnings,
    ...rowWarnings(rows, theaters, query),
    ...(query.include.has('prices') ? priceWarnings(rows, theaters) : []),
  ]
  const meta = {
    source_mode: refreshedIds.size > 0 ? query.mode : 'cached',
    ...toFreshness(capturedTimes, query.nowMs),
    requested_days: query.window.days,
    resolved_days: resolvedDays(query.window, lastDates, query.nowMs, query.timezone),
    ...(horizons.length === 0 ? {} : { source_horizons: horizons }),
    ...query.meta,
    ...warningsMeta(warnings, warningsMax),
  }
  let at = 0
  const reply = pageReply({
    rows: stored,
    limit: query.limit,
    doc: () => documents[at++] ?? 'null',
    key: (row) => showtimeKey(query.filter, row),
    meta,
  })
  return { ...reply, ...cacheHeaders(query, capturedTimes) }
}

/** Of the theaters that the filter selects, whatever is on the page. */
function horizonsOf({ theaterId, theaterIds, chainId }: ShowtimeFilter, theaters: Theaters): SourceHorizon[] {
  if (theaterId !== undefined && theaterIds === undefined && chainId === undefined) {
    const theater = theaters.byId.get(theaterId)
    return theater === undefined ? [] : [theater.horizon]
  }
  const isOfChain = (id: string | undefined) => chainId === undefined || id === chainId
  const ids = theaterId === undefined ? theaterIds : [theaterId]
  if (ids === undefined) return theaters.horizons.filter(({ chain_id }) => isOfChain(chain_id))
  const wanted = theaterIds === undefined ? ids : ids.filter((id) => theaterIds.includes(id))
  const selected = wanted.flatMap((id) => theaters.byId.get(id) ?? [])
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
  { include, seatDetail, nowMs }: PresentationOptions,
): string[] {
  const renderOptions = { nowMs, withSeats: requiredParts({ include, seatDetail }).seats }
  const hasTheater = include.has('theater')
  const hasPrices = include.has('prices')
  return rows.map((row) => {
    const theater = theaters.byId.get(row.theater_id)
    return showtimeJson(row, theater, renderOptions, {
      movie: row.movie_doc && !include.has('aliases') ? withoutAliases(row.movie_doc) : row.movie_doc,
      theater: hasTheater && theater !== undefined ? theaterJson(theater) : undefined,
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
