/** The availability of many showtimes at once: bounded, charged for, and honest about what could not be had. */

import { Failure } from '../../../core/errors.ts'
import type { Admission } from '../../../http/access-control.ts'
import type { Room } from '../cinema-context.ts'
import { isNoAnswer } from '../live/live-refresher.ts'
import { seatMapText } from '../queries/seat-map-json.ts'
import { type ListedShowtime, sessionCapabilities } from '../queries/showtime-json.ts'
import { toWindow } from '../queries/showtime-window.ts'
import { readShowtimes, type ShowtimeFilter } from '../queries/showtimes.ts'
import type { KnownTheater, Theaters } from '../queries/theater-index.ts'
import type { AvailabilitySnapshotRequest, Warning } from '../schema/index.ts'
import { readMaxAge, readWindow } from './params.ts'
import { noGrid } from './seats.ts'
import { autoAgeMs, freshnessOf, type Presented, partsOf, presentRows, warningsOf } from './showtime-page.ts'

/** Showtimes in one snapshot. */
export const snapshotMax = 500
/** Showtimes of one snapshot that are asked about live. */
export const snapshotLiveMax = 25
const showtimesPerCredit = 25
/** Showtimes whose texts are in memory at once. */
const rowsPerPiece = 25
const warningsMax = 100

type Body = AvailabilitySnapshotRequest

/** What a snapshot will hold, before anything is charged. */
export interface SnapshotPlan {
  readonly rows: readonly ListedShowtime[]
  readonly theaters: Theaters
  readonly presented: Presented
  readonly hasGrids: boolean
  readonly credits: number
  readonly warnings: readonly Warning[]
}

export async function planSnapshot(
  room: Room,
  body: Body,
  nowMs: number,
  admission: Admission,
): Promise<SnapshotPlan> {
  refuseUnbounded(body)
  const theaters = await room.theaters.current()
  const presented: Presented = {
    include: new Set(body.include ?? []),
    seatDetail: body.seat_detail ?? 'summary',
    mode: body.source_mode ?? 'cached',
    maxAgeMs: readMaxAge(body.freshness),
    nowMs,
    admission,
  }
  const filter = filterOf(body, theaters, nowMs)
  const parts = { ...partsOf(presented), seats: true }
  const found =
    filter === undefined ? [] : await readShowtimes(room.db, filter, parts, undefined, snapshotMax)
  const rows = found.slice(0, snapshotMax)
  const hasGrids = presented.seatDetail === 'grid' || presented.include.has('seat_grid')
  return {
    rows,
    theaters,
    presented,
    hasGrids,
    credits: Math.ceil(rows.length / showtimesPerCredit) * (hasGrids ? 2 : 1),
    warnings:
      found.length > snapshotMax
        ? [{ code: 'snapshot_truncated', message: `Only the first ${snapshotMax} showtimes are told.` }]
        : [],
  }
}

/** Days alone do not bound it. */
function refuseUnbounded({ theater_ids, movie_ids, chain_ids, area }: Body): void {
  const isBounded = [theater_ids, movie_ids, chain_ids].some((ids) => (ids?.length ?? 0) > 0)
  if (isBounded || area !== undefined) return
  throw new Failure('invalid_request', 'Say which showtimes are meant.', {
    details: { expected: 'at least one of theater_ids, movie_ids, chain_ids, area' },
  })
}

/** Undefined when no theater fits. */
function filterOf(body: Body, theaters: Theaters, nowMs: number): ShowtimeFilter | undefined {
  const window = toWindow({ date: body.date, days: body.days ?? 1, ...readWindow(body) }, nowMs)
  const { theater_ids = [], movie_ids = [], chain_ids = [], area } = body
  const isPlaced = theater_ids.length > 0 || chain_ids.length > 0 || area !== undefined
  const places = isPlaced ? placesOf(body, theaters) : undefined
  if (places !== undefined && places.length === 0) return undefined
  return {
    ...(places === undefined ? {} : { theaterIds: places.map(({ id }) => id) }),
    ...(movie_ids.length === 0 ? {} : { movieIds: movie_ids }),
    ...window,
  }
}

function placesOf({ theater_ids = [], chain_ids = [], area }: Body, theaters: Theaters): KnownTheater[] {
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

export interface SnapshotAnswer {
  /** JSON text of the answer, made while it is sent. */
  readonly pieces: AsyncIterable<string>
  readonly meta: Record<string, unknown>
}

/** Sources are asked before the answer begins; what fails later cuts it off. */
export async function takeSnapshot(room: Room, plan: SnapshotPlan, body: Body): Promise<SnapshotAnswer> {
  const { theaters, presented } = plan
  const live = await askLive(room, plan)
  const parts = { ...partsOf(presented), seats: true }
  const rows = live.asked === 0 ? plan.rows : await readAgain(room, plan, body, parts)
  const warnings = [...plan.warnings, ...live.warnings, ...warningsOf(rows, theaters, presented)]
  return {
    pieces: toPieces(room, plan, rows),
    meta: {
      source_mode: live.asked === 0 ? 'cached' : presented.mode,
      ...freshnessOf(rows, theaters, presented.nowMs),
      requested_days: body.days ?? 1,
      ...(warnings.length === 0 ? {} : { warnings: warnings.slice(0, warningsMax) }),
    },
  }
}

async function* toPieces(
  room: Room,
  plan: SnapshotPlan,
  rows: readonly ListedShowtime[],
): AsyncGenerator<string> {
  const { theaters, presented, hasGrids } = plan
  yield '{"showtimes":['
  yield* joined(rows, (some) => presentRows(some, theaters, presented))
  yield '],"seatmaps":['
  if (presented.seatDetail !== 'none' || hasGrids) yield* joined(rows, (some) => toSeatMaps(room, plan, some))
  yield ']}'
}

/** The texts of all rows with commas between them; a few rows at a time. */
async function* joined(
  rows: readonly ListedShowtime[],
  textsOf: (rows: readonly ListedShowtime[]) => string[] | Promise<string[]>,
): AsyncGenerator<string> {
  let comma = ''
  for (let at = 0; at < rows.length; at += rowsPerPiece) {
    const texts = await textsOf(rows.slice(at, at + rowsPerPiece))
    if (texts.length === 0) continue
    yield comma + texts.join(',')
    comma = ','
  }
}

/** After a live read the same question has the same answer, with newer seats. */
async function readAgain(
  room: Room,
  plan: SnapshotPlan,
  body: Body,
  parts: ReturnType<typeof partsOf>,
): Promise<readonly ListedShowtime[]> {
  const filter = filterOf(body, plan.theaters, plan.presented.nowMs)
  if (filter === undefined) return []
  const known = new Set(plan.rows.map(({ id }) => id))
  const rows = await readShowtimes(room.db, filter, parts, undefined, snapshotMax)
  return rows.filter(({ id }) => known.has(id))
}

/** A source that fails costs its rows their freshness; when all fail there is no live snapshot. */
async function askLive(room: Room, plan: SnapshotPlan): Promise<{ asked: number; warnings: Warning[] }> {
  const { mode, nowMs, maxAgeMs, admission } = plan.presented
  if (mode === 'cached') return { asked: 0, warnings: [] }
  const oldest = mode === 'live' ? Number.POSITIVE_INFINITY : nowMs - (maxAgeMs ?? autoAgeMs)
  const wanted = plan.rows.flatMap((row) => {
    const theater = plan.theaters.byId.get(row.theater_id)
    const isWanted =
      theater !== undefined &&
      room.live.can(theater, 'seats') &&
      row.starts_at > nowMs &&
      (row.seats_at ?? 0) < oldest
    return isWanted ? [{ id: row.id, doc: row.doc, theater }] : []
  })
  const chosen = wanted.slice(0, snapshotLiveMax)
  if (chosen.length === 0) return { asked: 0, warnings: [] }
  await room.accounts.admitLive(admission.who)
  const failures = await Promise.all(
    chosen.map(async (showtime): Promise<Warning[]> => {
      try {
        await room.live.refresh(showtime, 'seats')
        return []
      } catch (error) {
        if (!isNoAnswer(error)) throw error
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
  if (mode === 'live' && warnings.length === chosen.length)
    throw new Failure('upstream_unavailable', 'None of the sources could be asked.')
  if (wanted.length > chosen.length)
    warnings.push({
      code: 'live_limit',
      message: `Only ${snapshotLiveMax} showtimes of a snapshot are asked about live.`,
    })
  return { asked: chosen.length, warnings }
}

async function toSeatMaps(
  room: Room,
  { theaters, presented, hasGrids }: SnapshotPlan,
  rows: readonly ListedShowtime[],
): Promise<string[]> {
  const stored = await room.seats.readMany(rows.map(({ id }) => id))
  const texts: string[] = []
  for (const row of rows) {
    const theater = theaters.byId.get(row.theater_id)
    const seats = stored.get(row.id)
    if (theater === undefined || seats === undefined) continue
    const isOpen =
      !sessionCapabilities(theater.capabilities, row).seat_grid && row.seating === 'general_admission'
    texts.push(
      await seatMapText(room.seats, {
        row,
        theater,
        stored: seats,
        detail: hasGrids ? 'grid' : presented.seatDetail,
        mode: presented.mode === 'cached' || presented.nowMs > seats.captured_at ? 'cached' : presented.mode,
        warnings: isOpen && hasGrids ? [noGrid(row, theater)] : [],
      }),
    )
  }
  return texts
}
