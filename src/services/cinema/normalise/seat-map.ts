/** Splits a seat plan into what never changes, the layout, and what does, one code per seat; and puts them together. */

import { contentHash } from '../../../core/content-hash.ts'
import type { Confidence, Seat, SeatingType, SeatSection, SeatStatus } from '../schema/index.ts'
import type {
  AvailabilityRecord,
  CinemaRecord,
  LayoutRecord,
  LayoutSeat,
  LayoutSection,
} from '../schema/records.ts'
import { largest, smallest } from './extent.ts'
import { countSeats, seatCode, seatStatusOf } from './seat-codes.ts'

/** A cell of a plan as a source reads it: place, kind and state at once. Cells that are gaps are left out of layouts. */
export interface SeatCell extends LayoutSeat {
  readonly status: SeatStatus
  /** Only where it cannot be told from the status. */
  readonly rawStatus?: string
}

export interface SeatPlan {
  readonly site: string
  readonly session: string
  /** The upstream's own key of the layout; else the layout is known by its content. */
  readonly layout?: string
  readonly screen?: string
  readonly sections: readonly { readonly id: string; readonly label: string }[]
  readonly cells: readonly SeatCell[]
  readonly seating: SeatingType
  readonly capturedAt: number
  readonly confidence: Confidence
  /** Whether the source tells held seats from sold ones. */
  readonly distinguishesHeld: boolean
  readonly warnings?: readonly string[]
}

const seatsMax = 5000
/** Wider plans are drawn in pixels, not in seats. */
const spanMax = 400

/** Empty plans give nothing: a room without seats is an answer that was cut short. So do plans larger than any room. */
export function toSeatRecords(plan: SeatPlan): [LayoutRecord, AvailabilityRecord] | [] {
  const cells = withUniqueIds(plan.cells.filter(({ status }) => status !== 'gap')).sort(byPosition)
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
  const sections = plan.sections.map((section, index) => withSize(section, seats, index))
  const codes = cells.map(({ status }) => seatCode(status)).join('')
  const layout = plan.layout ?? geometryHash(sections, seats)
  const rawStatuses = cells.flatMap(({ rawStatus }, index) =>
    rawStatus === undefined ? [] : [[index, rawStatus] as const],
  )
  return [
    {
      type: 'layout',
      site: plan.site,
      layout,
      ...(plan.screen === undefined ? {} : { screen: plan.screen }),
      sections,
      seats,
    },
    {
      type: 'availability',
      site: plan.site,
      session: plan.session,
      capturedAt: plan.capturedAt,
      seating: plan.seating,
      grade: 'grid',
      confidence: plan.confidence,
      layout,
      codes,
      ...(rawStatuses.length === 0 ? {} : { rawStatuses }),
      counts: countSeats(codes, plan.distinguishesHeld),
      ...(plan.warnings === undefined || plan.warnings.length === 0 ? {} : { warnings: plan.warnings }),
    },
  ]
}

/** Without the kinds, because some sources forget them while a seat is sold. */
function geometryHash(sections: readonly LayoutSection[], seats: readonly LayoutSeat[]): string {
  const positions = seats.map(({ id, row, number, section, x, y }) => [id, row, number, section, x, y])
  return contentHash(1, [sections.map(({ id }) => id), positions])
}

/** What is unknown about a seat's kind in one capture of a layout may be known from another: `one` with what `other` adds. */
export function mergeLayouts(one: LayoutRecord, other: LayoutRecord): LayoutRecord {
  const kinds = new Map(other.seats.map((seat) => [seat.id, seat.kind]))
  const seats = one.seats.map((seat) =>
    seat.kind === 'unknown' ? { ...seat, kind: kinds.get(seat.id) ?? 'unknown' } : seat,
  )
  return { ...one, seats }
}

/** Layouts that occur several times among the records become one, with every kind that any of them knew. */
export function mergeRepeatedLayouts(records: readonly CinemaRecord[]): CinemaRecord[] {
  const layouts = new Map<string, LayoutRecord>()
  for (const record of records) {
    if (record.type !== 'layout') continue
    const existingLayout = layouts.get(record.layout)
    layouts.set(record.layout, existingLayout === undefined ? record : mergeLayouts(existingLayout, record))
  }
  return [...layouts.values(), ...records.filter(({ type }) => type !== 'layout')]
}

/** From 0; by rank where the numbers span more than any room has columns. */
function toGridAxis(values: readonly number[]): (value: number) => number {
  const origin = smallest(values)
  if (largest(values) - origin < spanMax) return (value) => value - origin
  const ranks = new Map(
    [...new Set(values)].sort((one, other) => one - other).map((value, rank) => [value, rank]),
  )
  return (value) => ranks.get(value) ?? 0
}

/** Ids that repeat across rows get their row in front; a cell listed twice in its row counts once. */
function withUniqueIds(cells: readonly SeatCell[]): SeatCell[] {
  const uses = new Map<string, number>()
  for (const { id } of cells) uses.set(id, (uses.get(id) ?? 0) + 1)
  const unique = new Map<string, SeatCell>()
  for (const cell of cells) {
    const id = (uses.get(cell.id) ?? 0) > 1 ? `${cell.row}-${cell.id}` : cell.id
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
): LayoutSection {
  const sectionSeats = seats.filter((seat) => seat.section === index)
  const span = (values: readonly number[]) =>
    values.length === 0 ? 0 : largest(values) - smallest(values) + 1
  return {
    ...section,
    rows: span(sectionSeats.map(({ y }) => y)),
    columns: span(sectionSeats.map(({ x }) => x)),
  }
}

type StoredLayout = Pick<LayoutRecord, 'sections' | 'seats'>

/** The public seats of a showtime. With `gaps`, the cells no seat covers are there too, so that rows line up. */
export function toSeats(
  layout: StoredLayout,
  codes: string,
  rawStatuses: readonly (readonly [number, string])[] = [],
  gaps = false,
): Seat[] {
  const raws = new Map(rawStatuses)
  const seats = layout.seats.map((seat, index): Seat => {
    const section = layout.sections[seat.section]
    const raw = raws.get(index)
    return {
      id: seat.id,
      label: seat.label,
      status: seatStatusOf(codes[index]),
      row: seat.row,
      number: seat.number,
      ...(section === undefined ? {} : { section: section.label, area_id: section.id }),
      x: seat.x,
      y: seat.y,
      seat_type: seat.kind,
      ...(raw === undefined ? {} : { raw_status: raw }),
      ...(seat.rawKind === undefined ? {} : { raw_type: seat.rawKind }),
    }
  })
  return gaps ? [...seats, ...toGaps(layout)] : seats
}

function toGaps({ seats }: StoredLayout): Seat[] {
  const taken = new Set(seats.map(({ x, y }) => `${x} ${y}`))
  const width = largest([-1, ...seats.map(({ x }) => x)]) + 1
  const height = largest([-1, ...seats.map(({ y }) => y)]) + 1
  const out: Seat[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (taken.has(`${x} ${y}`)) continue
      out.push({ id: `gap-${y}-${x}`, label: '', status: 'gap', x, y, seat_type: 'aisle' })
    }
  }
  return out
}

export function toSections(layout: Pick<LayoutRecord, 'sections'>): SeatSection[] {
  return layout.sections.map(({ id, label, rows, columns }) => ({
    id,
    label,
    row_count: rows,
    column_count: columns,
  }))
}
