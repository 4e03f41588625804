/** Maps Hoyts seat plans: rows from the screen to the back, with a cell for each place, also where there is no seat. */

import { Type } from 'typebox'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { SeatCell } from '../../../normalise/seat-map.ts'
import type { SeatStatus, SeatType } from '../../../schema/records.ts'
import { anyId, nullish, nullishBoolean, nullishText, unknownRows } from '../../field-schemas.ts'
import type { PlanInput } from '../../records/seat-plan-records.ts'

export const SeatPlan = Type.Object({
  areas: nullish(unknownRows),
  rows: Type.Array(Type.Object({ name: nullishText, seats: unknownRows })),
})
type SeatPlan = Type.Static<typeof SeatPlan>

const isArea = typeGuard(Type.Object({ id: anyId, name: Type.String() }))
const isGroup = typeGuard(Type.Object({ group: unknownRows }))
const isGap = typeGuard(Type.Object({ typeId: Type.Literal('gap') }))

/** Its numbers of column and row count within its area, from the other end. Only `name` is unique. */
const SeatShape = Type.Object({
  name: Type.String({ minLength: 1 }),
  number: nullishText,
  rowNumber: nullishText,
  areaId: nullish(anyId),
  typeId: nullishText,
  sold: nullishBoolean,
  unavailable: nullishBoolean,
})
const isSeat = typeGuard(SeatShape)
type SeatRow = Type.Static<typeof SeatShape>

export function toSeatPlan({ areas, rows }: SeatPlan): PlanInput {
  const sections = (areas ?? [])
    .filter((area) => isArea(area))
    .map(({ id, name }) => ({ id: String(id), label: name }))
  const sectionIds = sections.map(({ id }) => id)
  const cells = rows.flatMap(({ seats }, y) =>
    seats
      .flatMap(membersOf)
      .flatMap((seat, x) =>
        isGap(seat) ? [] : [isSeat(seat) ? { ...toCell(seat, sectionIds), x, y } : undefined],
      ),
  )
  return { sections, cells, distinguishesHeld: false }
}

/** A daybed is a group of seats. */
function membersOf(place: unknown): unknown[] {
  return isGroup(place) ? place.group : [place]
}

function toCell(seat: SeatRow, sectionIds: readonly string[]): Omit<SeatCell, 'x' | 'y'> {
  const { name, number, rowNumber, areaId, typeId } = seat
  return {
    id: name,
    label: name,
    row: rowNumber ?? /^\D{0,10}/.exec(name)?.[0] ?? '',
    number: number ?? name.replace(/^\D*/, ''),
    section: Math.max(0, sectionIds.indexOf(String(areaId))),
    ...kindOf(typeId ?? ''),
    status: statusOf(seat),
  }
}

const kinds: ReadonlyMap<string, SeatType> = new Map([
  ['standard', 'standard'],
  ['recliner', 'recliner'],
  ['daybed', 'sofa'],
  ['lounge', 'sofa'],
  ['wheelchair', 'wheelchair'],
  ['companion', 'companion'],
])

function kindOf(word: string): Pick<SeatCell, 'kind' | 'rawKind'> {
  const kind = kinds.get(word)
  return kind === undefined && word !== '' ? { kind: 'unknown', rawKind: word } : { kind: kind ?? 'unknown' }
}

/** Both flags are there only if they are true. */
function statusOf({ sold, unavailable }: SeatRow): SeatStatus {
  if (sold) return 'sold'
  return unavailable ? 'blocked' : 'available'
}
