/** A page of showtimes: read, refreshed where that was asked for, expanded, and described in `meta`. */

import { toInstant } from '../../../core/clock.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { pageReply, type Reply } from '../../../http/reply.ts'
import { type CinemaContext, notYetCollectedWarnings } from '../cinema-context.ts'
import { isRefreshFailure } from '../live/live-refresher.ts'
import { mergeHorizonsByChain } from '../queries/horizons.ts'
import { type ListedShowtime, showtimeJson } from '../queries/showtime-json.ts'
import { resolvedDays, type WindowQuery } from '../queries/showtime-window.ts'
import { readShowtime, readShowtimes, type ShowtimeFilter, showtimeKey } from '../queries/showtimes.ts'
import { type IndexedTheater, type Theaters, theaterJson } from '../queries/theater-index.ts'
import type { Expansion, Freshness, SeatDetail, SourceMode, Warning } from '../schema/index.ts'

/** What availability may be old before `auto` asks again. */
export const autoMaxAgeMs = 15 * 60_000
/** Showtimes of one list that may be asked about live. */
const liveRowsMax = 10
const warningsMax = 50
const minuteMs = 60_000

export interface PresentationOptions {
  readonly include: ReadonlySet<Expansion>
  readonly seatDetail: SeatDetail
  readonly mode: SourceMode
  readonly maxAgeMs: number | undefined
  readonly nowMs: number
  readonly admission: Admission
}

export function requiredParts({ include, seatDetail }: Pick<PresentationOptions, 'include' | 'seatDetail'>) {
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
  /** Where "today" is told, when all theaters share a wall clock. */
  readonly timezone?: string
}

export async function showtimePage(
  cinema: CinemaContext,
  theaters: Theaters,
  query: ShowtimePageQuery,
): Promise<Reply> {
  const parts = requiredParts(query)
  const stored = await readShowtimes(cinema.db, query.filter, parts, query.after, query.limit)
  const pageRows = stored.slice(0, query.limit)
  const refreshed = parts.seats
    ? await refreshRows(cinema, pageRows, theaters, query)
    : { rows: pageRows, warnings: [], isLive: false }
  const documents = renderShowtimes(refreshed.rows, theaters, query)
  const horizons = mergeHorizonsByChain(theatersOf(pageRows, theaters))
  const lastDates = (horizons.length > 0 ? horizons : theaters.horizons).flatMap(
    ({ last_available_date }) => last_available_date ?? [],
  )
  const warnings = [
    ...(pageRows.length === 0 ? notYetCollectedWarnings(cinema) : []),
    ...refreshed.warnings,
    ...rowWarnings(refreshed.rows, theaters, query),
  ].slice(0, warningsMax)
  const meta = {
    source_mode: refreshed.isLive ? query.mode : 'cached',
    ...rowsFreshness(refreshed.rows, theaters, query.nowMs),
    requested_days: query.window.days,
    resolved_days: resolvedDays(query.window, lastDates, query.nowMs, query.timezone),
    ...(horizons.length === 0 ? {} : { source_horizons: horizons }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
  let at = 0
  const reply = pageReply({
    rows: stored,
    limit: query.limit,
    doc: () => documents[at++] ?? 'null',
    key: (row) => showtimeKey(query.filter, row),
    meta,
  })
  return { ...reply, ...cacheHeaders(query, rowCaptureTimes(refreshed.rows, theaters)) }
}

/** Not kept is what was to be asked for, and what gets older than was asked for within the time that answers are kept. */
export function cacheHeaders(
  { mode, maxAgeMs, nowMs }: Pick<PresentationOptions, 'mode' | 'maxAgeMs' | 'nowMs'>,
  times: readonly number[],
): Pick<Reply, 'headers'> {
  const expiresWithinMinute =
    maxAgeMs !== undefined && times.some((at) => nowMs - at <= maxAgeMs && nowMs + minuteMs - at > maxAgeMs)
  return mode === 'cached' && !expiresWithinMinute ? {} : { headers: { 'cache-control': 'no-store' } }
}

function theatersOf(rows: readonly ListedShowtime[], theaters: Theaters): IndexedTheater[] {
  const uniqueTheaters = new Set<IndexedTheater>()
  let last: string | undefined
  for (const { theater_id } of rows) {
    if (theater_id === last) continue
    last = theater_id
    const theater = theaters.byId.get(theater_id)
    if (theater !== undefined) uniqueTheaters.add(theater)
  }
  return [...uniqueTheaters]
}

/** Live: the first rows are asked about now. Auto: those that are too old. What fails stays as stored, with a warning. */
async function refreshRows(
  cinema: CinemaContext,
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { mode, maxAgeMs, nowMs, admission }: PresentationOptions,
): Promise<{ rows: readonly ListedShowtime[]; warnings: Warning[]; isLive: boolean }> {
  if (mode === 'cached') return { rows, warnings: [], isLive: false }
  const oldest = mode === 'live' ? Number.POSITIVE_INFINITY : nowMs - (maxAgeMs ?? autoMaxAgeMs)
  const candidates = rows.filter((row) => {
    const theater = theaters.byId.get(row.theater_id)
    return (
      theater !== undefined &&
      row.starts_at > nowMs &&
      cinema.live.supports(theater, 'seats') &&
      (row.seats_at ?? 0) < oldest
    )
  })
  const selectedRows = new Map(candidates.slice(0, liveRowsMax).map((row) => [row.id, row]))
  if (selectedRows.size === 0) return { rows, warnings: [], isLive: false }
  await cinema.accounts.admitLive(admission.principal)
  const warnings: Warning[] = []
  if (candidates.length > liveRowsMax)
    warnings.push({
      code: 'live_limit',
      message: `Only the first ${liveRowsMax} showtimes of a list are asked about live.`,
    })
  const outcome = await Promise.all(
    rows.map(async (row) => {
      const theater = selectedRows.has(row.id) ? theaters.byId.get(row.theater_id) : undefined
      if (theater === undefined) return row
      try {
        await cinema.live.refresh({ id: row.id, doc: row.doc, theater }, 'seats')
        const reloaded = await readShowtime(cinema.db, row.id, { seats: true, movie: false, prices: false })
        return reloaded === undefined ? row : { ...row, ...reloaded }
      } catch (error) {
        if (!isRefreshFailure(error)) throw error
        warnings.push(notRefreshedWarning(row, theater.sourceId))
        return row
      }
    }),
  )
  return { rows: outcome, warnings, isLive: true }
}

function notRefreshedWarning(row: ListedShowtime, sourceId: string): Warning {
  return {
    code: 'stale_availability',
    message: 'The source could not be asked; what was stored before is told.',
    source_id: sourceId,
    showtime_id: row.id,
  }
}

/** The rows as they are served. */
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
      movie: row.movie_doc,
      theater: hasTheater && theater !== undefined ? theaterJson(theater) : undefined,
      prices: hasPrices ? (row.prices_doc ?? '[]') : undefined,
    })
  })
}

/** The truth about age: of the seats where they are told, else of the listing. */
export function rowsFreshness(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  nowMs: number,
): { readonly freshness?: Freshness } {
  return toFreshness(rowCaptureTimes(rows, theaters), nowMs)
}

function rowCaptureTimes(rows: readonly ListedShowtime[], theaters: Theaters): number[] {
  const times: number[] = []
  for (const row of rows) {
    const at = row.seats_at ?? theaters.byId.get(row.theater_id)?.capturedAt
    if (at !== undefined) times.push(at)
  }
  return times
}

/** Ages are told as of the full minute: an answer may be given again until the next one, and has to stay true. */
export function toFreshness(times: readonly number[], nowMs: number): { readonly freshness?: Freshness } {
  if (times.length === 0) return {}
  const minute = Math.floor(nowMs / minuteMs) * minuteMs
  let oldest = Number.POSITIVE_INFINITY
  let newest = Number.NEGATIVE_INFINITY
  for (const at of times) {
    if (at < oldest) oldest = at
    if (at > newest) newest = at
  }
  return {
    freshness: {
      max_age_seconds: Math.max(0, Math.floor((minute - oldest) / 1000)),
      oldest_captured_at: toInstant(oldest),
      newest_captured_at: toInstant(newest),
    },
  }
}

export function rowWarnings(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { maxAgeMs, nowMs, seatDetail }: PresentationOptions,
): Warning[] {
  if (maxAgeMs === undefined && seatDetail !== 'grid') return []
  const warnings: Warning[] = []
  for (const row of rows) {
    const theater = theaters.byId.get(row.theater_id)
    const about = {
      ...(theater === undefined ? {} : { source_id: theater.sourceId }),
      showtime_id: row.id,
    }
    const at = row.seats_at ?? theater?.capturedAt
    if (maxAgeMs !== undefined && at !== undefined && nowMs - at > maxAgeMs)
      warnings.push({ code: 'stale_availability', message: 'This is older than was asked for.', ...about })
    if (seatDetail === 'grid' && row.seating === 'general_admission')
      warnings.push({
        code: 'general_admission_no_grid',
        message: 'Seats are not reserved, so there is no grid.',
        ...about,
      })
  }
  return warnings
}
