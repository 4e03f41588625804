/** Maps the seats of a room and their states: one of the few platforms that tell held seats from sold ones. */

import { Type } from 'typebox'
import { contentHash } from '../../../../../core/content-hash.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { smallest } from '../../../normalise/extent.ts'
import { isLayoutMismatch, type SeatCell, toSeatStatus } from '../../../normalise/seat-map.ts'
import type { CinemaRecord, SeatStatus, SeatType, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { anyId, nullishText, unknownRows } from '../../field-schemas.ts'
import { sessionOf, toPlanRecords } from '../../records/seat-plan-records.ts'

export type Layout = Type.Static<typeof Layout>
export const Layout = Type.Object({ auditoriumLayoutId: anyId, seats: unknownRows })

type TicketStatuses = Type.Static<typeof TicketStatuses>
export const TicketStatuses = unknownRows

const SeatShape = Type.Object({
  remoteEntityId: anyId,
  row: Type.Integer(),
  number: Type.Integer(),
  seatType: nullishText,
  coordinates: Type.Object({ x: Type.Number(), y: Type.Number() }),
})
const isSeat = typeGuard(SeatShape)
type SeatRow = Type.Static<typeof SeatShape>

const isStatus = typeGuard(Type.Object({ remoteEntityId: anyId, status: Type.String() }))

const statuses: ReadonlyMap<string, SeatStatus> = new Map([
  ['Free', 'available'],
  ['Locked', 'held'],
  ['Sold', 'sold'],
])

const kinds: ReadonlyMap<string, SeatType> = new Map([
  ['regular', 'standard'],
  ['hcp', 'wheelchair'],
])

/** Nothing without the layout of the room. */
export function toSeatPlanRecords(
  plan: ParsedResponse,
  layout: Layout | undefined,
  showtimes: readonly ShowtimeRecord[],
  context: MapContext<CinemaMember>,
): CinemaRecord[] {
  const session = sessionOf(plan)
  const layoutId = String(layout?.auditoriumLayoutId)
  const auditorium = showtimes.find((other) => other.session === session)?.auditorium
  const words = wordsOf(plan)
  const rows = words.size === 0 ? [] : (layout?.seats ?? [])
  const seats = rows.filter((row) => isSeat(row))
  const gap = gapOf(seats)
  const ids = new Set(seats.map(({ remoteEntityId }) => String(remoteEntityId)))
  const strays = [...words.keys()].filter((id) => !ids.has(id))
  return toPlanRecords(
    session,
    {
      // One that lacks seats must not replace that of other showtimes in the room.
      layout: strays.length === 0 ? layoutId : `${layoutId}~${contentHash(1, strays)}`,
      sections: [{ id: layoutId, label: auditorium ?? layoutId }],
      cells: rows.map((row) => (isSeat(row) ? toCell(row, gap, words) : undefined)),
      confidence: 'high',
      distinguishesHeld: true,
      warnings: isLayoutMismatch(ids, new Set(words.keys())) ? ['layout_mismatch'] : [],
    },
    showtimes,
    context,
  )
}

function wordsOf(plan: ParsedResponse): ReadonlyMap<string, string> {
  const rows = (plan.body as TicketStatuses).filter((row) => isStatus(row))
  return new Map(rows.map(({ remoteEntityId, status }) => [String(remoteEntityId), status]))
}

/** The sessions whose plan has no free seat. */
export function withoutFreeSeats(responses: readonly ParsedResponse[]): ReadonlySet<string> {
  const plans = responses.filter(({ kind }) => kind === 'seats')
  const full = plans.filter((plan) => {
    const words = [...wordsOf(plan).values()]
    return words.length > 0 && words.every((word) => word !== 'Free')
  })
  return new Set(full.map(sessionOf))
}

/** In pixels, between the nearest neighbours of all rows. */
function gapOf(seats: readonly SeatRow[]): number {
  const rows = Map.groupBy(seats, ({ row }) => row).values()
  const gaps = [...rows].flatMap((row) => {
    const places = row.map(({ coordinates }) => coordinates.x).sort((one, other) => one - other)
    return places.slice(1).map((x, index) => x - (places[index] ?? 0))
  })
  return smallest(gaps.filter((gap) => gap >= 1)) || 1
}

/** Numbers may run on over all rows. */
function toCell(
  { remoteEntityId, row, number, seatType, coordinates }: SeatRow,
  gap: number,
  words: ReadonlyMap<string, string>,
): SeatCell {
  const id = String(remoteEntityId)
  const kind = kinds.get((seatType ?? '').toLowerCase())
  return {
    id,
    label: `${row}-${number}`,
    row: String(row),
    number: String(number),
    section: 0,
    x: Math.round(coordinates.x / gap),
    // Rows count from the screen. A seat may be a pixel off its row.
    y: row,
    ...(kind === undefined && seatType
      ? { kind: 'unknown', rawKind: seatType }
      : { kind: kind ?? 'unknown' }),
    ...toSeatStatus(statuses, words.get(id)),
  }
}
