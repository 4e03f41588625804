/** Cineplex seat plans: a layout per auditorium and seat statuses per session. */

import { Type } from 'typebox'
import { defined } from '../../../../../core/defined.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { isLayoutMismatch, type SeatCell, toSeatRecords, toSeatStatus } from '../../../normalise/seat-map.ts'
import type { CinemaRecord, SeatStatus, SeatType, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { nullishText } from '../../field-schemas.ts'
import { cleanText } from '../../field-values.ts'
import type { Layout } from './schemas.ts'

const RowShape = Type.Object({
  physicalNumber: Type.Integer(),
  label: nullishText,
  seats: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1 }),
      column: Type.Integer(),
      label: nullishText,
      type: nullishText,
    }),
  ),
})
const isRow = typeGuard(RowShape)

const statuses: ReadonlyMap<string, SeatStatus> = new Map([
  ['Available', 'available'],
  ['Occupied', 'sold'],
  ['Broken', 'broken'],
])

const kinds: ReadonlyMap<string, SeatType> = new Map([
  ['Standard', 'standard'],
  ['Wheelchair', 'wheelchair'],
  ['Companion', 'companion'],
])

type SeatPosition = Omit<SeatCell, 'status'>

function sessionOfCall(url: string): string | undefined {
  const session = /\/showtime\/([^/?]+)\//.exec(url)?.[1]
  return session === undefined ? undefined : decodeURIComponent(session)
}

/** The layout of one session applies to all sessions in its auditorium. */
export function toSeatPlanRecords(
  responses: readonly ParsedResponse[],
  showtimes: readonly ShowtimeRecord[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): CinemaRecord[] {
  const listed = new Map(showtimes.map((showtime) => [showtime.session, showtime]))
  const auditoriumOf = (session: string) => listed.get(session)?.auditorium ?? session
  const layouts = new Map<string, SeatPlan>()
  for (const { kind, url, body } of responses) {
    const session = sessionOfCall(url)
    if (kind === 'layout' && session !== undefined) layouts.set(auditoriumOf(session), toPlan(body, drop))
  }
  return responses.flatMap(({ kind, url, body }): CinemaRecord[] => {
    const session = sessionOfCall(url)
    if (kind !== 'availability' || session === undefined) return []
    const plan = layouts.get(auditoriumOf(session))
    if (plan === undefined || plan.positions.length === 0) {
      drop('a seat plan without its layout')
      return []
    }
    const statusById = new Map<string, string>(Object.entries(body.seatAvailabilities))
    return joinSeats(plan, statusById, { member, session, nowMs, showtime: listed.get(session) })
  })
}

function joinSeats(
  { sections, positions }: SeatPlan,
  statusById: ReadonlyMap<string, string>,
  about: { member: CinemaMember; session: string; nowMs: number; showtime: ShowtimeRecord | undefined },
): CinemaRecord[] {
  const seatIds = new Set(positions.map(({ id }) => id))
  const isMismatch = isLayoutMismatch(seatIds, new Set(statusById.keys()))
  return toSeatRecords({
    site: about.member.site,
    session: about.session,
    screen: about.showtime?.auditorium,
    sections,
    cells: positions.map((position) => ({
      ...position,
      ...toSeatStatus(statuses, statusById.get(position.id)),
    })),
    seating: about.showtime?.seating ?? 'unknown',
    capturedAt: about.nowMs,
    confidence: 'medium',
    distinguishesHeld: false,
    warnings: isMismatch ? ['layout_mismatch'] : [],
  })
}

const areas = [
  { id: '1', label: 'Seats', field: 'standardSeats' },
  { id: '2', label: 'D-BOX', field: 'dboxSeats' },
  { id: '3', label: 'Balcony', field: 'balconySeats' },
] as const

interface SeatPlan {
  readonly sections: readonly { readonly id: string; readonly label: string }[]
  readonly positions: readonly SeatPosition[]
}

function toPlan(body: Layout, drop: (reason: string) => void): SeatPlan {
  const present = areas.filter(({ field }) => (body[field]?.rows.length ?? 0) > 0)
  return {
    sections: present.map(({ id, label }) => ({ id, label })),
    positions: present.flatMap(({ field }, section) =>
      toAreaPositions(body[field]?.rows ?? [], section, drop),
    ),
  }
}

/** Columns run from left to right. Larger row numbers are nearer the screen; missing row numbers are aisles. */
function toAreaPositions(
  rows: readonly unknown[],
  section: number,
  drop: (reason: string) => void,
): SeatPosition[] {
  return rows.flatMap((row): SeatPosition[] => {
    if (!isRow(row)) {
      drop('not a row of seats')
      return []
    }
    const rowLabel = cleanText(row.label) ?? ''
    return row.seats.map((seat) => {
      const label = cleanText(seat.label) ?? seat.id
      const kind = kinds.get(seat.type ?? '') ?? 'unknown'
      return defined<SeatPosition>({
        id: seat.id,
        label,
        row: rowLabel,
        number: label.startsWith(rowLabel) ? label.slice(rowLabel.length) : label,
        section,
        x: seat.column,
        y: -row.physicalNumber,
        kind,
        rawKind: kind === 'unknown' ? (seat.type ?? undefined) : undefined,
      })
    })
  })
}
