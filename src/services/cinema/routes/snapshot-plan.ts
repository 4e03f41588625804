/** The availability of many showtimes at once: bounded, charged for, and honest about what could not be had. */

import { Failure } from '../../../core/errors.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { isRefreshFailure } from '../live/live-refresher.ts'
import { seatMapJson } from '../queries/seat-map-json.ts'
import { type ListedShowtime, sessionCapabilities } from '../queries/showtime-json.ts'
import { toWindow } from '../queries/showtime-window.ts'
import { readShowtimes, type ShowtimeFilter } from '../queries/showtimes.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'
import type { AvailabilitySnapshotRequest, Warning } from '../schema/index.ts'
import { parseMaxAge, parseWindow } from './params.ts'
import { noGridWarning } from './seats.ts'
import {
  autoMaxAgeMs,
  type PresentationOptions,
  renderShowtimes,
  requiredParts,
  rowsFreshness,
  rowWarnings,
} from './showtime-page.ts'

/** Showtimes in one snapshot. */
export const snapshotMax = 500
/** Showtimes of one snapshot that are asked about live. */
export const snapshotLiveMax = 25
const showtimesPerCredit = 25
/** Showtimes whose texts are in memory at once. */
const rowsPerChunk = 25
const warningsMax = 100

type Body = AvailabilitySnapshotRequest

/** What a snapshot will hold, before anything is charged. */
export interface SnapshotPlan {
  readonly rows: readonly ListedShowtime[]
  readonly theaters: Theaters
  readonly presentation: PresentationOptions
  readonly hasGrids: boolean
  readonly credits: number
  readonly warnings: readonly Warning[]
}

export async function planSnapshot(
  cinema: CinemaContext,
  body: Body,
  nowMs: number,
  admission: Admission,
): Promise<SnapshotPlan> {
  requireBounds(body)
  const theaters = await cinema.theaters.current()
  const presentation: PresentationOptions = {
    include: new Set(body.include ?? []),
    seatDetail: body.seat_detail ?? 'summary',
    mode: body.source_mode ?? 'cached',
    maxAgeMs: parseMaxAge(body.freshness),
    nowMs,
    admission,
  }
  const filter = toShowtimeFilter(body, theaters, nowMs)
  const parts = { ...requiredParts(presentation), seats: true }
  const matchingRows =
    filter === undefined ? [] : await readShowtimes(cinema.db, filter, parts, undefined, snapshotMax)
  const rows = matchingRows.slice(0, snapshotMax)
  const hasGrids = presentation.seatDetail === 'grid' || presentation.include.has('seat_grid')
  return {
    rows,
    theaters,
    presentation,
    hasGrids,
    credits: Math.ceil(rows.length / showtimesPerCredit) * (hasGrids ? 2 : 1),
    warnings:
      matchingRows.length > snapshotMax
        ? [{ code: 'snapshot_truncated', message: `Only the first ${snapshotMax} showtimes are told.` }]
        : [],
  }
}

/** Days alone do not bound it. */
function requireBounds({ theater_ids, movie_ids, chain_ids, area }: Body): void {
  const isBounded = [theater_ids, movie_ids, chain_ids].some((ids) => (ids?.length ?? 0) > 0)
  if (isBounded || area !== undefined) return
  throw new Failure('invalid_request', 'Say which showtimes are meant.', {
    details: { expected: 'at least one of theater_ids, movie_ids, chain_ids, area' },
  })
}

/** Undefined when no theater fits. */
function toShowtimeFilter(body: Body, theaters: Theaters, nowMs: number): ShowtimeFilter | undefined {
  const window = toWindow({ date: body.date, days: body.days ?? 1, ...parseWindow(body) }, nowMs)
  const { theater_ids = [], movie_ids = [], chain_ids = [], area } = body
  const hasTheaterFilter = theater_ids.length > 0 || chain_ids.length > 0 || area !== undefined
  const matchingTheaters = hasTheaterFilter ? findMatchingTheaters(body, theaters) : undefined
  if (matchingTheaters !== undefined && matchingTheaters.length === 0) return undefined
  return {
    ...(matchingTheaters === undefined ? {} : { theaterIds: matchingTheaters.map(({ id }) => id) }),
    ...(movie_ids.length === 0 ? {} : { movieIds: movie_ids }),
    ...window,
  }
}

function findMatchingTheaters(
  { theater_ids = [], chain_ids = [], area }: Body,
  theaters: Theaters,
): IndexedTheater[] {
  const chosen = new Set(theater_ids)
  const chains = new Set(chain_ids)
  const named = chosen.size === 0 ? undefined : [...chosen].flatMap((id) => theaters.byId.get(id) ?? [])
  const within =
    area === undefined
      ? (named ?? [...theaters.byId.values()])
      : theaters.near(area, area.radius_miles).map(({ theater }) => theater)
  return within.filter(
    ({ id, chainId }) => (chosen.size === 0 || chosen.has(id)) && (chains.size === 0 || chains.has(chainId)),
  )
}

export interface SnapshotResult {
  /** JSON text of the answer, made while it is sent. */
  readonly stream: AsyncIterable<string>
  readonly meta: Record<string, unknown>
}

/** Sources are asked before the answer begins; what fails later cuts it off. */
export async function takeSnapshot(
  cinema: CinemaContext,
  plan: SnapshotPlan,
  body: Body,
): Promise<SnapshotResult> {
  const { theaters, presentation } = plan
  const live = await refreshRows(cinema, plan)
  const parts = { ...requiredParts(presentation), seats: true }
  const rows = live.refreshedCount === 0 ? plan.rows : await reloadRows(cinema, plan, body, parts)
  const warnings = [...plan.warnings, ...live.warnings, ...rowWarnings(rows, theaters, presentation)]
  return {
    stream: streamSnapshot(cinema, plan, rows),
    meta: {
      source_mode: live.refreshedCount === 0 ? 'cached' : presentation.mode,
      ...rowsFreshness(rows, theaters, presentation.nowMs),
      requested_days: body.days ?? 1,
      ...(warnings.length === 0 ? {} : { warnings: warnings.slice(0, warningsMax) }),
    },
  }
}

async function* streamSnapshot(
  cinema: CinemaContext,
  plan: SnapshotPlan,
  rows: readonly ListedShowtime[],
): AsyncGenerator<string> {
  const { theaters, presentation, hasGrids } = plan
  yield '{"showtimes":['
  yield* joinInBatches(rows, (some) => renderShowtimes(some, theaters, presentation))
  yield '],"seatmaps":['
  if (presentation.seatDetail !== 'none' || hasGrids)
    yield* joinInBatches(rows, (some) => renderSeatMaps(cinema, plan, some))
  yield ']}'
}

/** The texts of all rows with commas between them; a few rows at a time. */
async function* joinInBatches(
  rows: readonly ListedShowtime[],
  textsOf: (rows: readonly ListedShowtime[]) => string[] | Promise<string[]>,
): AsyncGenerator<string> {
  let comma = ''
  for (let at = 0; at < rows.length; at += rowsPerChunk) {
    const texts = await textsOf(rows.slice(at, at + rowsPerChunk))
    if (texts.length === 0) continue
    yield comma + texts.join(',')
    comma = ','
  }
}

/** After a live read the same question has the same answer, with newer seats. */
async function reloadRows(
  cinema: CinemaContext,
  plan: SnapshotPlan,
  body: Body,
  parts: ReturnType<typeof requiredParts>,
): Promise<readonly ListedShowtime[]> {
  const filter = toShowtimeFilter(body, plan.theaters, plan.presentation.nowMs)
  if (filter === undefined) return []
  const plannedIds = new Set(plan.rows.map(({ id }) => id))
  const rows = await readShowtimes(cinema.db, filter, parts, undefined, snapshotMax)
  return rows.filter(({ id }) => plannedIds.has(id))
}

/** A source that fails costs its rows their freshness; when all fail there is no live snapshot. */
async function refreshRows(
  cinema: CinemaContext,
  plan: SnapshotPlan,
): Promise<{ refreshedCount: number; warnings: Warning[] }> {
  const { mode, nowMs, maxAgeMs, admission } = plan.presentation
  if (mode === 'cached') return { refreshedCount: 0, warnings: [] }
  const oldest = mode === 'live' ? Number.POSITIVE_INFINITY : nowMs - (maxAgeMs ?? autoMaxAgeMs)
  const candidates = plan.rows.flatMap((row) => {
    const theater = plan.theaters.byId.get(row.theater_id)
    const isCandidate =
      theater !== undefined &&
      cinema.live.supports(theater, 'seats') &&
      row.starts_at > nowMs &&
      (row.seats_at ?? 0) < oldest
    return isCandidate ? [{ id: row.id, doc: row.doc, theater }] : []
  })
  const selectedTargets = candidates.slice(0, snapshotLiveMax)
  if (selectedTargets.length === 0) return { refreshedCount: 0, warnings: [] }
  await cinema.accounts.admitLive(admission.principal)
  const failures = await Promise.all(
    selectedTargets.map(async (showtime): Promise<Warning[]> => {
      try {
        await cinema.live.refresh(showtime, 'seats')
        return []
      } catch (error) {
        if (!isRefreshFailure(error)) throw error
        const { id, theater } = showtime
        return [
          {
            code: 'stale_availability',
            message: 'The source could not be asked; what was stored before is told.',
            source_id: theater.sourceId,
            showtime_id: id,
          },
        ]
      }
    }),
  )
  const warnings = failures.flat()
  if (mode === 'live' && warnings.length === selectedTargets.length)
    throw new Failure('upstream_unavailable', 'None of the sources could be asked.')
  if (candidates.length > selectedTargets.length)
    warnings.push({
      code: 'live_limit',
      message: `Only ${snapshotLiveMax} showtimes of a snapshot are asked about live.`,
    })
  return { refreshedCount: selectedTargets.length, warnings }
}

async function renderSeatMaps(
  cinema: CinemaContext,
  { theaters, presentation, hasGrids }: SnapshotPlan,
  rows: readonly ListedShowtime[],
): Promise<string[]> {
  const stored = await cinema.seats.readMany(rows.map(({ id }) => id))
  const texts: string[] = []
  for (const row of rows) {
    const theater = theaters.byId.get(row.theater_id)
    const seats = stored.get(row.id)
    if (theater === undefined || seats === undefined) continue
    const isGeneralAdmission =
      !sessionCapabilities(theater.capabilities, row).seat_grid && row.seating === 'general_admission'
    texts.push(
      await seatMapJson(cinema.seats, {
        row,
        theater,
        stored: seats,
        detail: hasGrids ? 'grid' : presentation.seatDetail,
        mode:
          presentation.mode === 'cached' || presentation.nowMs > seats.captured_at
            ? 'cached'
            : presentation.mode,
        warnings: isGeneralAdmission && hasGrids ? [noGridWarning(row, theater)] : [],
      }),
    )
  }
  return texts
}
