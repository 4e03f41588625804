/** Splits a seat plan into its layout, shared by all showtimes, and one status code per seat. */

import { contentHash } from '../../../core/content-hash.ts'
import { defined, nonEmpty } from '../../../core/defined.ts'
import { isUnusualLoss } from '../../../core/short-list.ts'
import type { Confidence, SeatingType, SeatSection, SeatStatus } from '../schema/index.ts'
import type { AvailabilityRecord, CinemaRecord, LayoutRecord, LayoutSeat } from '../schema/records.ts'
import { largest, smallest } from './extent.ts'
import { countSeats, seatCode } from './seat-codes.ts'

/** A cell of a plan: position, kind and status. Gaps are left out of layouts. */
export interface SeatCell extends LayoutSeat {
  readonly status: SeatStatus
  /** The platform's word, if `status` does not express it. */
  readonly rawStatus?: string
}

export interface SeatPlan {
  readonly site: string
  readonly session: string
  /** The platform's key of the layout. Default: a hash of the geometry. */
  readonly layout?: string
  readonly screen?: string | undefined
  readonly sections: readonly { readonly id: string; readonly label: string }[]
  readonly cells: readonly SeatCell[]
  readonly seating: SeatingType
  readonly capturedAt: number
  readonly confidence: Confidence
  /** Whether the source distinguishes held from sold seats. */
  readonly distinguishesHeld: boolean
  readonly warnings?: readonly string[]
}

/** Maps the platform's word for a status; unknown words become `rawStatus`. */
export function toSeatStatus(
  statuses: ReadonlyMap<string, SeatStatus>,
  word: string | undefined,
): Pick<SeatCell, 'status' | 'rawStatus'> {
  const status = word === undefined ? 'unknown' : statuses.get(word)
  return status === undefined && word !== undefined
    ? { status: 'unknown', rawStatus: word }
    : { status: status ?? 'unknown' }
}

/** Whether statuses and layout belong to different plans: seats have no place, or many places no status. */
export function isLayoutMismatch(seatIds: ReadonlySet<string>, statusIds: ReadonlySet<string>): boolean {
  return (
    statusIds.difference(seatIds).size > 0 || isUnusualLoss(seatIds.difference(statusIds).size, seatIds.size)
  )
}

/** The row of seats whose place is not known. */
export const unplacedRow = '?'

const seatsMax = 5000
/** Wider plans use pixels, not columns. */
const spanMax = 400

/** Nothing for an empty plan, which is a truncated response, or for one larger than any auditorium. */
export function toSeatRecords(plan: SeatPlan): [LayoutRecord, AvailabilityRecord] | [] {
  const { sections: planned, indexOf } = uniqueSections(plan.sections)
  const seated = plan.cells.filter(({ status }) => status !== 'gap')
  const placed = seated.map((cell) => ({ ...cell, section: indexOf[cell.section] ?? cell.section }))
  const cells = withUniqueIds(placed).sort(byPosition)
  if (cells.length === 0 || cells.length > seatsMax) return []
  const toX = toGridAxis(cells.map(({ x }) => x))
  const toY = toGridAxis(cells.map(({ y }) => y))
  const seats = cells.map(
    ({ status: _status, rawStatus: _raw, ...seat }): LayoutSeat => ({
      ...seat,
      x: toX(seat.x),
      y: toY(seat.y),
    }),
  )
  const sections = planned.map((section, index) => withSize(section, seats, index))
  const codes = cells.map(({ status }) => seatCode(status)).join('')
  const layout = plan.layout ?? geometryHash(sections, seats)
  const rawStatuses = cells.flatMap(({ rawStatus }, index) =>
    rawStatus === undefined ? [] : [[index, rawStatus] as const],
  )
  return [
    defined<LayoutRecord>({ type: 'layout', site: plan.site, layout, screen: plan.screen, sections, seats }),
    defined<AvailabilityRecord>({
      type: 'availability',
      site: plan.site,
      session: plan.session,
      capturedAt: plan.capturedAt,
      seating: plan.seating,
      grade: 'grid',
      confidence: plan.confidence,
      layout,
      codes,
      rawStatuses: nonEmpty(rawStatuses),
      counts: countSeats(codes, plan.distinguishesHeld),
      warnings: nonEmpty(plan.warnings),
    }),
  ]
}

/** Kinds are left out, because some sources omit them for sold seats. */
function geometryHash(sections: readonly SeatSection[], seats: readonly LayoutSeat[]): string {
  const positions = seats.map(({ id, row, number, section, x, y }) => [id, row, number, section, x, y])
  return contentHash(1, [sections.map(({ id }) => id), positions])
}

/** Fills unknown seat kinds of `one` from another capture of the same layout. */
export function mergeLayouts(one: LayoutRecord, other: LayoutRecord): LayoutRecord {
  const kinds = new Map(other.seats.map((seat) => [seat.id, seat.kind]))
  const seats = one.seats.map((seat) =>
    seat.kind === 'unknown' ? { ...seat, kind: kinds.get(seat.id) ?? 'unknown' } : seat,
  )
  return { ...one, seats }
}

/** Merges captures of the same layout into one record. */
export function mergeRepeatedLayouts(records: readonly CinemaRecord[]): CinemaRecord[] {
  const layouts = new Map<string, LayoutRecord>()
  for (const record of records) {
    if (record.type !== 'layout') continue
    const existingLayout = layouts.get(record.layout)
    layouts.set(record.layout, existingLayout === undefined ? record : mergeLayouts(existingLayout, record))
  }
  return [...layouts.values(), ...records.filter(({ type }) => type !== 'layout')]
}

/** Starts at 0; uses ranks if the numbers span more than any auditorium's columns. */
function toGridAxis(values: readonly number[]): (value: number) => number {
  const origin = smallest(values)
  if (largest(values) - origin < spanMax) return (value) => value - origin
  const ranks = new Map(
    [...new Set(values)].sort((one, other) => one - other).map((value, rank) => [value, rank]),
  )
  return (value) => ranks.get(value) ?? 0
}

/** A section that is listed twice is one: `indexOf` has its index by that in the list. */
function uniqueSections(listed: SeatPlan['sections']): { sections: SeatPlan['sections']; indexOf: number[] } {
  const indexById = new Map<string, number>()
  const sections: SeatPlan['sections'][number][] = []
  const indexOf = listed.map((section) => {
    const index = indexById.get(section.id) ?? sections.push(section) - 1
    indexById.set(section.id, index)
    return index
  })
  return { sections, indexOf }
}

/** Prefixes ids that repeat across rows with their row; drops cells listed twice in a row. */
function withUniqueIds(cells: readonly SeatCell[]): SeatCell[] {
  const rows = new Map<string, Set<string>>()
  for (const { id, row } of cells) rows.set(id, (rows.get(id) ?? new Set()).add(row))
  const unique = new Map<string, SeatCell>()
  for (const cell of cells) {
    const id = (rows.get(cell.id)?.size ?? 0) > 1 ? `${cell.row}-${cell.id}` : cell.id
    if (!unique.has(id)) unique.set(id, { ...cell, id })
  }
  return [...unique.values()]
}

function byPosition(one: SeatCell, other: SeatCell): number {
  return one.y - other.y || one.x - other.x || (one.id < other.id ? -1 : 1)
}

function withSize(
  section: { id: string; label: string },
  seats: readonly LayoutSeat[],
  index: number,
): SeatSection {
  const sectionSeats = seats.filter((seat) => seat.section === index)
  const span = (values: readonly number[]) =>
    values.length === 0 ? 0 : largest(values) - smallest(values) + 1
  return {
    ...section,
    row_count: span(sectionSeats.map(({ y }) => y)),
    column_count: span(sectionSeats.map(({ x }) => x)),
  }
}
