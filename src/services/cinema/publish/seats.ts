/** Publishes seats: shared layouts, and the latest availability per showtime. */

import { contentHash } from '../../../core/content-hash.ts'
import { defined, nonEmpty } from '../../../core/defined.ts'
import { isShortList } from '../../../core/short-list.ts'
import { stableId } from '../../../core/stable-id.ts'
import { chunks } from '../../../store/chunks.ts'
import { seatStatusOf } from '../normalise/seat-codes.ts'
import { mergeLayouts } from '../normalise/seat-map.ts'
import { mostTogether } from '../normalise/seats-together.ts'
import type { SeatingType } from '../schema/index.ts'
import type { AvailabilityRecord, LayoutRecord } from '../schema/records.ts'
import type { SeatLayoutRow, SeatSummary, ShowtimeRow, ShowtimeSeatsRow } from '../schema/tables.ts'
import { appendSeats } from './capture-history.ts'
import { findSchemaError } from './find-schema-error.ts'
import { logSeats } from './log-showtimes.ts'
import type { Counts, PublishContext } from './publish-context.ts'

const docVersion = 1
/** How long a seat plan stays if only counts arrive, or a plan that is not complete. */
const planStaysMs = 24 * 3_600_000

type SeatsContext = Pick<
  PublishContext,
  'tx' | 'dialect' | 'log' | 'theaterId' | 'showtimeId' | 'layoutId' | 'drop' | 'hold'
>

/** If the seats of a layout changed, earlier captures keep an archived copy of the old one. */
export async function publishLayouts(
  context: SeatsContext,
  records: readonly LayoutRecord[],
): Promise<Partial<Counts>> {
  const rows = []
  for (const record of records) {
    const id = context.layoutId(record.site, record.layout)
    const stored = await context.tx
      .selectFrom('seat_layout')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const storedLayout = stored === undefined ? undefined : (JSON.parse(stored.doc) as Layout)
    if (stored !== undefined && storedLayout !== undefined && !sameSeats(storedLayout, record))
      await archiveLayout(context, stored)
    const { sections, seats } =
      storedLayout === undefined ? record : mergeLayouts(record, { ...record, ...storedLayout })
    const doc = JSON.stringify({ sections, seats } satisfies Layout)
    rows.push({
      id,
      theater_id: context.theaterId(record.site),
      seat_count: seats.length,
      hash: contentHash(docVersion, doc),
      doc,
    })
  }
  return await context.dialect.upsertChanged(context.tx, 'seat_layout', ['id'], rows)
}

type Layout = Pick<LayoutRecord, 'sections' | 'seats'>

function sameSeats(one: Layout, other: Layout): boolean {
  return (
    one.seats.length === other.seats.length &&
    one.seats.every((seat, index) => seat.id === other.seats[index]?.id)
  )
}

async function archiveLayout({ tx, dialect }: SeatsContext, stored: SeatLayoutRow): Promise<void> {
  const id = stableId('sl', stored.id, stored.hash)
  await dialect.upsertChanged(tx, 'seat_layout', ['id'], [{ ...stored, id }])
  await tx.updateTable('showtime_seats').set({ layout_id: id }).where('layout_id', '=', stored.id).execute()
}

/** An older capture never replaces a newer one. */
export async function publishSeats(
  context: SeatsContext,
  records: readonly AvailabilityRecord[],
): Promise<Partial<Counts>> {
  const stored = await readStoredSeats(
    context,
    records.map(({ site, session }) => context.showtimeId(site, session)),
  )
  const rows: ShowtimeSeatsRow[] = []
  let incomplete = 0
  for (const delivered of records) {
    const storedSeats = stored.get(context.showtimeId(delivered.site, delivered.session))
    if (storedSeats === undefined) {
      context.drop('seats of a showtime nobody lists')
      continue
    }
    const record = withListedSeating(delivered, storedSeats.seating as SeatingType)
    const schemaError = findSchemaError('seats', record.counts)
    if (schemaError !== undefined) {
      context.drop(schemaError)
      continue
    }
    const row = toRow(context, record, storedSeats.history)
    if (storedSeats.captured_at !== null && storedSeats.captured_at >= row.captured_at) continue
    const seatCount = record.codes?.length ?? 0
    if (!isPlanKept(storedSeats, row, seatCount)) {
      rows.push(row)
      logUpcoming(context, storedSeats, row)
    } else if (row.layout_id !== null) incomplete += 1
  }
  if (incomplete > 0) context.hold(incomplete, `${incomplete} seat plans are not complete`)
  const { tx, dialect } = context
  const counted = await countTogether(context, rows)
  const { written } = await dialect.upsertChanged(tx, 'showtime_seats', ['showtime_id'], counted)
  await copySeatsToShowtimes(
    context,
    rows.map(({ showtime_id }) => showtime_id),
  )
  return { written, unchanged: records.length - written }
}

function logUpcoming({ log }: SeatsContext, stored: StoredSeats, row: ShowtimeSeatsRow): void {
  if (stored.gone_at === null && stored.starts_at > row.captured_at)
    logSeats(log, stored, row.seat_summary, row.captured_at)
}

const seatsFloor = 8

/**
 * Whether the stored plan says more. Sources fetch the plans of some showtimes only, and may fail to, while a listing has
 * the counts of all. A plan with far fewer seats, or with seats that its layout lacks, is a fault of a response.
 */
function isPlanKept(stored: StoredSeats, row: ShowtimeSeatsRow, seatCount: number): boolean {
  if (stored.layout_id === null || stored.captured_at === null) return false
  // Without reserved seats there is no plan any more.
  if (stored.seating === 'general_admission') return false
  const isIncomplete =
    isShortList(seatCount, stored.seat_count ?? 0, seatsFloor) || (isMismatch(row) && !isMismatch(stored))
  return (row.layout_id === null || isIncomplete) && row.captured_at - stored.captured_at < planStaysMs
}

function isMismatch({ extras }: Pick<ShowtimeSeatsRow, 'extras'>): boolean {
  const { warnings = [] } = JSON.parse(extras ?? '{}') as SeatExtras
  return warnings.includes('layout_mismatch')
}

/** The listing decides the kind of seating: without reserved seats, a plan is only a count. */
function withListedSeating(record: AvailabilityRecord, seating: SeatingType): AvailabilityRecord {
  if (seating !== 'general_admission' || record.grade !== 'grid') return { ...record, seating }
  const { layout: _, codes: __, rawStatuses: ___, ...rest } = record
  return { ...rest, seating, grade: 'count' }
}

/** The showtimes of an auditorium share its layout. */
async function countTogether(
  { tx }: SeatsContext,
  rows: readonly ShowtimeSeatsRow[],
): Promise<ShowtimeSeatsRow[]> {
  const layouts = new Map<string, Layout['seats']>()
  const layoutIds = [...new Set(rows.flatMap(({ layout_id }) => layout_id ?? []))]
  for (const ids of chunks(layoutIds)) {
    const stored = await tx.selectFrom('seat_layout').select(['id', 'doc']).where('id', 'in', ids).execute()
    for (const { id, doc } of stored) layouts.set(id, (JSON.parse(doc) as Layout).seats)
  }
  return rows.map((row) => {
    const seats = layouts.get(row.layout_id ?? '')
    if (seats === undefined || row.codes === null) return row
    const { codes } = row
    const placed = seats.map(({ kind, ...seat }, at) => ({
      ...seat,
      seat_type: kind,
      status: seatStatusOf(codes[at]),
    }))
    return { ...row, together: mostTogether(placed) }
  })
}

/** Lists read the counts from the showtime row. */
async function copySeatsToShowtimes({ tx }: SeatsContext, showtimeIds: readonly string[]): Promise<void> {
  for (const ids of chunks(showtimeIds)) {
    await tx
      .updateTable('showtime')
      .from('showtime_seats')
      .set((eb) => ({
        seats_at: eb.ref('showtime_seats.captured_at'),
        seat_summary: eb.ref('showtime_seats.seat_summary'),
        free: eb.ref('showtime_seats.free'),
        together: eb.ref('showtime_seats.together'),
      }))
      .whereRef('showtime_seats.showtime_id', '=', 'showtime.id')
      .where('showtime.id', 'in', ids)
      .execute()
  }
}

interface SeatExtras {
  readonly raw?: NonNullable<AvailabilityRecord['rawStatuses']>
  readonly warnings?: readonly string[]
}

function toRow(context: SeatsContext, record: AvailabilityRecord, history: string | null): ShowtimeSeatsRow {
  const extras = defined<SeatExtras>({
    raw: nonEmpty(record.rawStatuses),
    warnings: nonEmpty(record.warnings),
  })
  const { grade, confidence, counts } = record
  const summary: SeatSummary = { grade, confidence, counts }
  const hasGrid = record.layout !== undefined && record.codes !== undefined
  return {
    showtime_id: context.showtimeId(record.site, record.session),
    captured_at: record.capturedAt,
    seat_summary: JSON.stringify(summary),
    free: counts.available,
    together: null,
    layout_id: hasGrid ? context.layoutId(record.site, record.layout ?? '') : null,
    codes: hasGrid ? (record.codes ?? '') : null,
    extras: Object.keys(extras).length === 0 ? null : JSON.stringify(extras),
    history: appendSeats(history, record.capturedAt, counts),
    // Every capture counts as a change.
    hash: record.capturedAt.toString(36),
  }
}

const showtimeColumns = [
  'id',
  'seating',
  'theater_id',
  'movie_id',
  'chain_id',
  'starts_at',
  'gone_at',
  'facts',
  'seat_summary',
] as const

/** Null if nothing was captured yet. */
interface StoredSeats extends Pick<ShowtimeRow, (typeof showtimeColumns)[number]> {
  readonly captured_at: number | null
  readonly layout_id: string | null
  readonly extras: string | null
  readonly history: string | null
  readonly seat_count: number | null
}

/** For existing showtimes. */
async function readStoredSeats(
  { tx }: SeatsContext,
  showtimeIds: readonly string[],
): Promise<Map<string, StoredSeats>> {
  const stored = new Map<string, StoredSeats>()
  for (const ids of chunks(showtimeIds)) {
    const rowsInBatch = await tx
      .selectFrom('showtime')
      .leftJoin('showtime_seats', 'showtime_seats.showtime_id', 'showtime.id')
      .leftJoin('seat_layout', 'seat_layout.id', 'showtime_seats.layout_id')
      .select([
        ...showtimeColumns.map((column) => `showtime.${column}` as const),
        'showtime_seats.captured_at',
        'showtime_seats.layout_id',
        'showtime_seats.extras',
        'showtime_seats.history',
        'seat_layout.seat_count',
      ])
      .where('showtime.id', 'in', ids)
      .execute()
    for (const row of rowsInBatch) stored.set(row.id, row)
  }
  return stored
}
