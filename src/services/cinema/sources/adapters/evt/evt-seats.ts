/** Maps Event seat plans: `SeatId` is area, number of the area, row and column, which count from the back and the right. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import { type SeatCell, toSeatStatus } from '../../../normalise/seat-map.ts'
import type { SeatStatus, SeatType } from '../../../schema/records.ts'
import { anyId, nullish, nullishBoolean, nullishText, unknownRows } from '../../field-schemas.ts'
import type { PlanInput } from '../../records/seat-plan-records.ts'

export const SeatPlan = Type.Object({
  Data: Type.Object({
    Seats: Type.Object({ Rows: Type.Array(Type.Object({ RowName: nullishText, Seats: unknownRows })) }),
    Areas: nullish(unknownRows),
  }),
})
type SeatPlan = Type.Static<typeof SeatPlan>

const AreaShape = Type.Object({ Id: anyId, Name: Type.String() })
const isArea = typeGuard(AreaShape)
type Area = Type.Static<typeof AreaShape>

const SeatShape = Type.Object({
  SeatId: Type.String(),
  SeatName: nullishText,
  Status: Type.String(),
  AreaId: nullish(anyId),
  CoupleSeat: nullishBoolean,
  Wheelchair: nullishBoolean,
})
const isSeat = typeGuard(SeatShape)
type SeatRow = Type.Static<typeof SeatShape>

export function toSeatPlan({ Data: { Seats, Areas } }: SeatPlan): PlanInput {
  const areas = (Areas ?? []).filter((area) => isArea(area))
  const sections = areas.map(({ Id, Name }) => ({ id: String(Id), label: Name }))
  const cells = Seats.Rows.flatMap(({ RowName, Seats: seats }) =>
    seats.map((seat) => (isSeat(seat) ? toCell(seat, RowName ?? '', areas) : undefined)),
  )
  return { sections, cells, distinguishesHeld: false }
}

/** Undefined without a place. */
function toCell(seat: SeatRow, row: string, areas: readonly Area[]): SeatCell | undefined {
  const [, y, x] = /\|(\d{1,4})\|(\d{1,4})$/.exec(seat.SeatId) ?? []
  if (x === undefined || y === undefined) return undefined
  const name = seat.SeatName || seat.SeatId
  const section = areas.findIndex(({ Id }) => String(Id) === String(seat.AreaId))
  return {
    id: name,
    label: name,
    row,
    number: name.replace(/^\D*/, ''),
    section: Math.max(0, section),
    x: -Number(x),
    y: -Number(y),
    kind: kindOf(seat, areas[section]?.Name ?? ''),
    ...toSeatStatus(statuses, seat.Status),
  }
}

function kindOf({ Status, CoupleSeat, Wheelchair }: SeatRow, area: string): SeatType {
  if (Wheelchair || Status === 'Special') return 'wheelchair'
  if (Status === 'Companion') return 'companion'
  if (/daybed|lounge|sofa/i.test(area)) return 'sofa'
  if (CoupleSeat) return 'loveseat'
  if (/recliner/i.test(area)) return 'recliner'
  return 'standard'
}

/** Wheelchair and companion seats that are sold have the status of all sold seats. */
const statuses: ReadonlyMap<string, SeatStatus> = new Map([
  ['Available', 'available'],
  ['Companion', 'available'],
  ['Special', 'available'],
  ['Sold', 'sold'],
  ['Booked', 'sold'],
  ['Spacer', 'gap'],
])
