/** A page of showtimes: read, refreshed where that was asked for, expanded, and described in `meta`. */

import { toInstant } from '../../../core/clock.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { page, type Reply } from '../../../http/reply.ts'
import { nothingYet, type Room } from '../cinema-context.ts'
import { isNoAnswer } from '../live/live-refresher.ts'
import { horizonsOf } from '../queries/horizons.ts'
import { type ListedShowtime, showtimeText } from '../queries/showtime-json.ts'
import { resolvedDays, type WindowAsk } from '../queries/showtime-window.ts'
import { readShowtime, readShowtimes, type ShowtimeFilter, showtimeKey } from '../queries/showtimes.ts'
import { type KnownTheater, type Theaters, theaterText } from '../queries/theater-index.ts'
import type { Expansion, Freshness, SeatDetail, SourceMode, Warning } from '../schema/index.ts'

/** What availability may be old before `auto` asks again. */
export const autoAgeMs = 15 * 60_000
/** Showtimes of one list that may be asked about live. */
const liveRowsMax = 10
const warningsMax = 50
const minuteMs = 60_000

export interface Presented {
  readonly include: ReadonlySet<Expansion>
  readonly seatDetail: SeatDetail
  readonly mode: SourceMode
  readonly maxAgeMs: number | undefined
  readonly nowMs: number
  readonly admission: Admission
}

export function partsOf({ include, seatDetail }: Pick<Presented, 'include' | 'seatDetail'>) {
  const seats =
    seatDetail !== 'none' ||
    include.has('seat_summary') ||
    include.has('occupancy') ||
    include.has('seat_grid')
  return { seats, movie: include.has('movie'), prices: include.has('prices') }
}

export interface ShowtimePageAsk extends Presented {
  readonly filter: ShowtimeFilter
  readonly window: WindowAsk
  readonly after: CursorKey | undefined
  readonly limit: number
  /** Where "today" is told, when all theaters share a wall clock. */
  readonly timezone?: string
}

export async function showtimePage(room: Room, theaters: Theaters, ask: ShowtimePageAsk): Promise<Reply> {
  const parts = partsOf(ask)
  const stored = await readShowtimes(room.db, ask.filter, parts, ask.after, ask.limit)
  const shown = stored.slice(0, ask.limit)
  const refreshed = parts.seats
    ? await refreshRows(room, shown, theaters, ask)
    : { rows: shown, warnings: [], isLive: false }
  const texts = presentRows(refreshed.rows, theaters, ask)
  const horizons = horizonsOf(theatersOf(shown, theaters))
  const lastDates = (horizons.length > 0 ? horizons : theaters.horizons).flatMap(
    ({ last_available_date }) => last_available_date ?? [],
  )
  const warnings = [
    ...(shown.length === 0 ? nothingYet(room) : []),
    ...refreshed.warnings,
    ...warningsOf(refreshed.rows, theaters, ask),
  ].slice(0, warningsMax)
  const meta = {
    source_mode: refreshed.isLive ? ask.mode : 'cached',
    ...freshnessOf(refreshed.rows, theaters, ask.nowMs),
    requested_days: ask.window.days,
    resolved_days: resolvedDays(ask.window, lastDates, ask.nowMs, ask.timezone),
    ...(horizons.length === 0 ? {} : { source_horizons: horizons }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
  let at = 0
  const reply = page({
    rows: stored,
    limit: ask.limit,
    doc: () => texts[at++] ?? 'null',
    key: (row) => showtimeKey(ask.filter, row),
    meta,
  })
  return { ...reply, ...keeping(ask, timesOf(refreshed.rows, theaters)) }
}

/** Not kept is what was to be asked for, and what gets older than was asked for within the time that answers are kept. */
export function keeping(
  { mode, maxAgeMs, nowMs }: Pick<Presented, 'mode' | 'maxAgeMs' | 'nowMs'>,
  times: readonly number[],
): Pick<Reply, 'headers'> {
  const turnsStale =
    maxAgeMs !== undefined && times.some((at) => nowMs - at <= maxAgeMs && nowMs + minuteMs - at > maxAgeMs)
  return mode === 'cached' && !turnsStale ? {} : { headers: { 'cache-control': 'no-store' } }
}

function theatersOf(rows: readonly ListedShowtime[], theaters: Theaters): KnownTheater[] {
  const found = new Set<KnownTheater>()
  let last: string | undefined
  for (const { theater_id } of rows) {
    if (theater_id === last) continue
    last = theater_id
    const theater = theaters.byId.get(theater_id)
    if (theater !== undefined) found.add(theater)
  }
  return [...found]
}

/** Live: the first rows are asked about now. Auto: those that are too old. What fails stays as stored, with a warning. */
async function refreshRows(
  room: Room,
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { mode, maxAgeMs, nowMs, admission }: Presented,
): Promise<{ rows: readonly ListedShowtime[]; warnings: Warning[]; isLive: boolean }> {
  if (mode === 'cached') return { rows, warnings: [], isLive: false }
  const oldest = mode === 'live' ? Number.POSITIVE_INFINITY : nowMs - (maxAgeMs ?? autoAgeMs)
  const wanted = rows.filter((row) => {
    const theater = theaters.byId.get(row.theater_id)
    return (
      theater !== undefined &&
      row.starts_at > nowMs &&
      room.live.can(theater, 'seats') &&
      (row.seats_at ?? 0) < oldest
    )
  })
  const chosen = new Map(wanted.slice(0, liveRowsMax).map((row) => [row.id, row]))
  if (chosen.size === 0) return { rows, warnings: [], isLive: false }
  await room.accounts.admitLive(admission.who)
  const warnings: Warning[] = []
  if (wanted.length > liveRowsMax)
    warnings.push({
      code: 'live_limit',
      message: `Only the first ${liveRowsMax} showtimes of a list are asked about live.`,
    })
  const outcome = await Promise.all(
    rows.map(async (row) => {
      const theater = chosen.has(row.id) ? theaters.byId.get(row.theater_id) : undefined
      if (theater === undefined) return row
      try {
        await room.live.refresh({ id: row.id, doc: row.doc, theater }, 'seats')
        const again = await readShowtime(room.db, row.id, { seats: true, movie: false, prices: false })
        return again === undefined ? row : { ...row, ...again }
      } catch (error) {
        if (!isNoAnswer(error)) throw error
        warnings.push(unavailable(row, theater.sourceId))
        return row
      }
    }),
  )
  return { rows: outcome, warnings, isLive: true }
}

function unavailable(row: ListedShowtime, sourceId: string): Warning {
  return {
    code: 'stale_availability',
    message: 'The source could not be asked; what was stored before is told.',
    source_id: sourceId,
    showtime_id: row.id,
  }
}

/** The rows as they are served. */
export function presentRows(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { include, seatDetail, nowMs }: Presented,
): string[] {
  const shown = { nowMs, withSeats: partsOf({ include, seatDetail }).seats }
  const hasTheater = include.has('theater')
  const hasPrices = include.has('prices')
  return rows.map((row) => {
    const theater = theaters.byId.get(row.theater_id)
    return showtimeText(row, theater, shown, {
      movie: row.movie_doc,
      theater: hasTheater && theater !== undefined ? theaterText(theater) : undefined,
      prices: hasPrices ? (row.prices_doc ?? '[]') : undefined,
    })
  })
}

/** The truth about age: of the seats where they are told, else of the listing. */
export function freshnessOf(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  nowMs: number,
): { readonly freshness?: Freshness } {
  return toFreshness(timesOf(rows, theaters), nowMs)
}

function timesOf(rows: readonly ListedShowtime[], theaters: Theaters): number[] {
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

export function warningsOf(
  rows: readonly ListedShowtime[],
  theaters: Theaters,
  { maxAgeMs, nowMs, seatDetail }: Presented,
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
