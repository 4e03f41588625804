/** Plans a snapshot, then refreshes and renders it in chunks. */

import { nonEmpty } from '../../../../core/defined.ts'
import { Failure, isFailure } from '../../../../core/errors.ts'
import type { Admission } from '../../../../http/access-control.ts'
import { chunks } from '../../../../store/chunks.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { seatMapJson } from '../../queries/seat-map-json.ts'
import { countGrids } from '../../queries/seats.ts'
import { type ListedShowtime, sessionCapabilities } from '../../queries/showtime-json.ts'
import { toWindow } from '../../queries/showtime-window.ts'
import { readShowtimes, type ShowtimeFilter, type ShowtimeParts } from '../../queries/showtimes.ts'
import type { IndexedTheater, Theaters } from '../../queries/theater-index.ts'
import type { AvailabilitySnapshotRequest, Warning } from '../../schema/index.ts'
import { noGridWarning, warningsMeta } from '../../warnings.ts'
import { toFreshness } from '../freshness.ts'
import { parseMaxAge, parseWindow } from '../params.ts'
import {
  type PresentationOptions,
  refreshRows,
  renderShowtimes,
  requiredParts,
  rowCaptureTimes,
  rowWarnings,
} from './showtime-page.ts'

/** Showtimes per snapshot. */
export const snapshotMax = 500
/** Showtimes per snapshot that are refreshed. */
export const snapshotLiveMax = 25
const showtimesPerCredit = 25
/** Showtimes rendered at once. */
const rowsPerChunk = 25
const warningsMax = 100

type Body = AvailabilitySnapshotRequest

/** The contents of a snapshot. */
export interface SnapshotPlan {
  readonly days: number
  readonly parts: ShowtimeParts
  readonly rows: readonly ListedShowtime[]
  readonly theaters: Theaters
  readonly presentation: PresentationOptions
  readonly hasGrids: boolean
  /** The most that it may cost. */
  readonly creditsMax: number
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
  const filter = await toShowtimeFilter(cinema, body, theaters, nowMs)
  const parts: ShowtimeParts = { ...requiredParts(presentation), seats: true }
  const matchingRows =
    filter === undefined ? [] : await readShowtimes(cinema.db, filter, parts, undefined, snapshotMax)
  const rows = matchingRows.slice(0, snapshotMax)
  const hasGrids = presentation.seatDetail === 'grid' || presentation.include.has('seat_grid')
  const storedGrids = hasGrids ? await countGrids(cinema.db, rows) : 0
  const newGridsMax = hasGrids && presentation.mode !== 'cached' ? snapshotLiveMax : 0
  return {
    days: body.days ?? 1,
    parts,
    rows,
    theaters,
    presentation,
    hasGrids,
    creditsMax: priceOf(rows.length, Math.min(rows.length, storedGrids + newGridsMax)),
    warnings:
      matchingRows.length > snapshotMax
        ? [{ code: 'snapshot_truncated', message: `Truncated to the first ${snapshotMax} showtimes.` }]
        : [],
  }
}

function priceOf(showtimes: number, grids: number): number {
  return Math.ceil(showtimes / showtimesPerCredit) + Math.ceil(grids / showtimesPerCredit)
}

/** Dates alone are not a bound. */
function requireBounds({ theater_ids, movie_ids, chain_ids, area }: Body): void {
  const isBounded = [theater_ids, movie_ids, chain_ids].some((ids) => (ids?.length ?? 0) > 0)
  if (isBounded || area !== undefined) return
  throw new Failure('invalid_request', 'The snapshot has no bounds.', {
    details: { expected: 'at least one of theater_ids, movie_ids, chain_ids, area' },
  })
}

/** Undefined if no theater matches. */
async function toShowtimeFilter(
  { db }: Pick<CinemaContext, 'db'>,
  body: Body,
  theaters: Theaters,
  nowMs: number,
): Promise<ShowtimeFilter | undefined> {
  const window = await toWindow(db, { date: body.date, days: body.days ?? 1, ...parseWindow(body) }, nowMs)
  const { theater_ids = [], movie_ids = [], chain_ids = [], area } = body
  const hasTheaterFilter = theater_ids.length > 0 || chain_ids.length > 0 || area !== undefined
  const matchingTheaters = hasTheaterFilter ? findMatchingTheaters(body, theaters) : undefined
  if (matchingTheaters !== undefined && matchingTheaters.length === 0) return undefined
  return {
    theaterIds: matchingTheaters?.map(({ id }) => id),
    movieIds: nonEmpty(movie_ids),
    ...window,
  }
}

function findMatchingTheaters(
  { theater_ids = [], chain_ids = [], area }: Body,
  theaters: Theaters,
): IndexedTheater[] {
  const ids = new Set(theater_ids)
  const chains = new Set(chain_ids)
  const candidates =
    area === undefined
      ? ids.size === 0
        ? [...theaters.byId.values()]
        : [...ids].flatMap((id) => theaters.byId.get(id) ?? [])
      : theaters.near(area, area.radius_miles).map(({ theater }) => theater)
  return candidates.filter(
    ({ id, chainId }) => (ids.size === 0 || ids.has(id)) && (chains.size === 0 || chains.has(chainId)),
  )
}

export interface SnapshotResult {
  /** One per 25 showtimes, and one more per 25 of them that have a grid. */
  readonly credits: number
  /** JSON text of the data, rendered while it is sent. */
  readonly stream: AsyncIterable<string>
  readonly meta: Record<string, unknown>
}

/**
 * Sources are refreshed before the response begins; a later failure cuts it off. Throws `upstream_unavailable` if the
 * mode is `live` and every refresh failed.
 */
export async function takeSnapshot(cinema: CinemaContext, plan: SnapshotPlan): Promise<SnapshotResult> {
  const { theaters, presentation, parts } = plan
  const { rows, attempted, refreshedIds, failures, ...refreshed } = await refreshRows(
    cinema,
    plan.rows,
    theaters,
    presentation,
    { parts, max: snapshotLiveMax },
  )
  const isRefused = failures.length > 0 && failures.every((one) => isFailure(one, 'unsupported_capability'))
  if (presentation.mode === 'live' && refreshedIds.size === 0 && isRefused) throw failures[0]
  if (presentation.mode === 'live' && attempted > 0 && refreshedIds.size === 0)
    throw new Failure('upstream_unavailable', 'None of the sources could be refreshed.')
  const warnings = [...plan.warnings, ...refreshed.warnings, ...rowWarnings(rows, theaters, presentation)]
  return {
    credits: priceOf(rows.length, plan.hasGrids ? await countGrids(cinema.db, rows) : 0),
    stream: streamSnapshot(cinema, plan, rows),
    meta: {
      source_mode: refreshedIds.size > 0 ? presentation.mode : 'cached',
      ...toFreshness(rowCaptureTimes(rows, theaters), presentation.nowMs),
      requested_days: plan.days,
      ...warningsMeta(warnings, warningsMax),
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
  yield* joinInChunks(rows, (chunk) => renderShowtimes(chunk, theaters, presentation))
  yield '],"seatmaps":['
  if (presentation.seatDetail !== 'none' || hasGrids)
    yield* joinInChunks(rows, (chunk) => renderSeatMaps(cinema, plan, chunk))
  yield ']}'
}

/** The comma-separated JSON of all rows, a few rows at a time. */
async function* joinInChunks(
  rows: readonly ListedShowtime[],
  render: (rows: readonly ListedShowtime[]) => string[] | Promise<string[]>,
): AsyncGenerator<string> {
  let comma = ''
  for (const chunk of chunks(rows, rowsPerChunk)) {
    const texts = await render(chunk)
    if (texts.length === 0) continue
    yield comma + texts.join(',')
    comma = ','
  }
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
        warnings: isGeneralAdmission && hasGrids ? [noGridWarning({ id: row.id, theater })] : [],
      }),
    )
  }
  return texts
}
