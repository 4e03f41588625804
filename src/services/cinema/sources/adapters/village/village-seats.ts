/** Maps Village seat plans: areas with rows of cells, whose rows count from the back and columns from the right. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { SeatCell } from '../../../normalise/seat-map.ts'
import type { SeatStatus, SeatType } from '../../../schema/records.ts'
import { nullishBoolean, nullishText, unknownRows } from '../../field-schemas.ts'
import { cleanText } from '../../field-values.ts'
import type { PlanInput } from '../../records/seat-plan-records.ts'

type SeatAreas = Type.Static<typeof SeatAreas>
export const SeatAreas = Type.Array(
  Type.Object({
    areaCategoryCode: nullishText,
    description: nullishText,
    rows: Type.Array(Type.Object({ seats: unknownRows })),
  }),
)

const CellShape = Type.Object({
  seatId: Type.String(),
  row: nullishText,
  position: Type.Object({ row: Type.Integer(), column: Type.Integer() }),
  status: Type.Integer(),
  seatStatus: nullishText,
  isWheelChair: nullishBoolean,
  isCarerSeat: nullishBoolean,
  isRecliner: nullishBoolean,
  isSofa: nullishBoolean,
  isDayBed: nullishBoolean,
  isLounge: nullishBoolean,
  isBeanBag: nullishBoolean,
  isStandard: nullishBoolean,
})
const isCell = typeGuard(CellShape)
type CellRow = Type.Static<typeof CellShape>

/** The platform has no areas for a session that it does not know. */
export function toSeatPlan(areas: SeatAreas): PlanInput {
  const sections = areas.map(({ areaCategoryCode, description }, index) => ({
    id: areaCategoryCode || String(index),
    label: cleanText(description) ?? String(index + 1),
  }))
  const cells = areas.flatMap(({ rows }, section) =>
    rows.flatMap(({ seats }) => seats.map((seat) => (isCell(seat) ? toCell(seat, section) : undefined))),
  )
  return { sections, cells, distinguishesHeld: true }
}

function toCell(cell: CellRow, section: number): SeatCell {
  const { seatId, row, position } = cell
  return {
    id: seatId,
    label: seatId,
    row: row || (/^\D{0,10}/.exec(seatId)?.[0] ?? ''),
    number: seatId.replace(/^\D*/, ''),
    section,
    x: -position.column,
    y: -position.row,
    ...kindOf(cell),
    ...statusOf(cell),
  }
}

function kindOf(cell: CellRow): { kind: SeatType; rawKind?: string } {
  if (cell.isWheelChair) return { kind: 'wheelchair' }
  if (cell.isCarerSeat) return { kind: 'companion' }
  if (cell.isRecliner) return { kind: 'recliner' }
  if (cell.isSofa || cell.isDayBed || cell.isLounge) return { kind: 'sofa' }
  if (cell.isBeanBag) return { kind: 'unknown', rawKind: 'beanbag' }
  return { kind: cell.isStandard === false ? 'unknown' : 'standard' }
}

const structural = -1
const reservedOrHouse = 2

/** `status` is a code of the layout, which stays when a seat is sold: `seatStatus` decides. */
function statusOf({ status, seatStatus }: CellRow): { status: SeatStatus; rawStatus?: string } {
  if (status === structural) return { status: 'gap' }
  if (seatStatus === 'available') return { status: 'available' }
  if (seatStatus !== 'unavailable') return { status: 'unknown', rawStatus: seatStatus ?? '' }
  return status === reservedOrHouse ? { status: 'held', rawStatus: String(status) } : { status: 'sold' }
}
