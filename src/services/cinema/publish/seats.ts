/** Seat plans and who sits where: layouts once, the newest availability per showtime, and every change of the counts. */

import { contentHash } from '../../../core/content-hash.ts'
import { stableId } from '../../../core/ids.ts'
import { mergeLayouts } from '../normalise/seat-map.ts'
import type { AvailabilityRecord, LayoutRecord } from '../records.ts'
import { packCodes } from '../seat-bits.ts'
import { type Layout, layoutFromText, layoutToText } from '../seat-layout.ts'
import type { SeatHistoryRow, SeatLayoutRow, ShowtimeSeatsRow } from '../tables.ts'
import { asRows, type Counts, inPieces, type PublishContext } from './parts.ts'

const docVersion = 1

type SeatsContext = Pick<PublishContext, 'tx' | 'dialect' | 'theaterId' | 'showtimeId' | 'layoutId'>

/** Earlier codes keep the seats they were written for: a plan that was rebuilt leaves its former self behind. */
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
    const known = stored === undefined ? undefined : layoutFromText(stored.doc)
    if (stored !== undefined && known !== undefined && !sameSeats(known, record))
      await setAside(context, stored)
    const { sections, seats } = known === undefined ? record : mergeLayouts(record, { ...record, ...known })
    const doc = layoutToText({ sections, seats })
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

function sameSeats(one: Layout, other: Layout): boolean {
  return (
    one.seats.length === other.seats.length &&
    one.seats.every((seat, index) => seat.id === other.seats[index]?.id)
  )
}

async function setAside({ tx, dialect }: SeatsContext, stored: SeatLayoutRow): Promise<void> {
  const id = stableId('sl', stored.id, stored.hash)
  await dialect.upsertChanged(tx, 'seat_layout', ['id'], [{ ...stored, id }])
  await tx.updateTable('showtime_seats').set({ layout_id: id }).where('layout_id', '=', stored.id).execute()
}

/** An older capture never takes the place of a newer one. */
export async function publishSeats(
  context: SeatsContext,
  records: readonly AvailabilityRecord[],
): Promise<Partial<Counts>> {
  const rows = records.map((record) => toRow(context, record))
  const stored = await readStored(context, rows)
  const fresh = rows.filter((row) => (stored.get(row.showtime_id)?.captured_at ?? -1) < row.captured_at)
  const changed = fresh.filter((row) => !sameCounts(row, stored.get(row.showtime_id)))
  await addHistory(context, changed)
  const { written } = await context.dialect.upsertChanged(
    context.tx,
    'showtime_seats',
    ['showtime_id'],
    asRows(fresh),
  )
  return { written, unchanged: rows.length - written }
}

function toRow(context: SeatsContext, record: AvailabilityRecord): ShowtimeSeatsRow {
  const { counts, rawStatuses = [], warnings = [] } = record
  const extras = {
    ...(rawStatuses.length === 0 ? {} : { raw: rawStatuses }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
  const hasGrid = record.layout !== undefined && record.codes !== undefined
  return {
    showtime_id: context.showtimeId(record.site, record.session),
    captured_at: record.capturedAt,
    grade: record.grade,
    seating: record.seating,
    confidence: record.confidence,
    layout_id: hasGrid ? context.layoutId(record.site, record.layout ?? '') : null,
    codes: hasGrid ? packCodes(record.codes ?? '') : null,
    extras: Object.keys(extras).length === 0 ? null : JSON.stringify(extras),
    capacity: counts.capacity,
    available: counts.available,
    sold: counts.sold,
    held: counts.held,
    blocked: counts.blocked,
    broken: counts.broken,
    rate: counts.occupancyRate,
    // A capture is a version of its own.
    hash: record.capturedAt.toString(36),
  }
}

const countNames = ['capacity', 'available', 'sold', 'held', 'blocked', 'broken', 'rate'] as const

type StoredSeats = Pick<ShowtimeSeatsRow, 'showtime_id' | 'captured_at' | (typeof countNames)[number]>

async function readStored(
  { tx }: SeatsContext,
  rows: readonly ShowtimeSeatsRow[],
): Promise<Map<string, StoredSeats>> {
  const stored = new Map<string, StoredSeats>()
  for (const ids of inPieces(rows.map(({ showtime_id }) => showtime_id))) {
    const found = await tx
      .selectFrom('showtime_seats')
      .select(['showtime_id', 'captured_at', ...countNames])
      .where('showtime_id', 'in', ids)
      .execute()
    for (const row of found) stored.set(row.showtime_id, row)
  }
  return stored
}

function sameCounts(one: StoredSeats, other: StoredSeats | undefined): boolean {
  return other !== undefined && countNames.every((name) => one[name] === other[name])
}

async function addHistory({ tx, dialect }: SeatsContext, rows: readonly ShowtimeSeatsRow[]): Promise<void> {
  const points = rows.map(
    (row): SeatHistoryRow => ({
      showtime_id: row.showtime_id,
      captured_at: row.captured_at,
      capacity: row.capacity,
      available: row.available,
      sold: row.sold,
      held: row.held,
      blocked: row.blocked,
      broken: row.broken,
      rate: row.rate,
      hash: '',
    }),
  )
  await dialect.upsertChanged(tx, 'seat_history', ['showtime_id', 'captured_at'], asRows(points))
}
