/** Maps Reading seat plans and ticket types to records. */

import { Type } from 'typebox'
import { defined, nonEmpty } from '../../../../../core/defined.ts'
import { typeGuard } from '../../../../../core/type-guard.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import type { SeatCell } from '../../../normalise/seat-map.ts'
import { parseTicket, type TicketFlags } from '../../../normalise/ticket-audience.ts'
import type { CinemaRecord, Quote, SeatStatus, SeatType } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { nullishBoolean, nullishNumber, nullishText } from '../../field-schemas.ts'
import { cleanText } from '../../field-values.ts'
import { type PlanInput, sessionOf } from '../../records/seat-plan-records.ts'

const CellShape = Type.Object({
  seatType: Type.String(),
  seatId: Type.String(),
  isAvailable: nullishBoolean,
  isBooked: nullishBoolean,
  row: Type.Integer(),
  column: Type.Integer(),
  areaNumber: nullishNumber,
  category: nullishText,
  areaCategoryCode: nullishText,
})
const isCell = typeGuard(CellShape)
type CellRow = Type.Static<typeof CellShape>

const TicketShape = Type.Object({
  TicketTypeCode: Type.String({ minLength: 1 }),
  Description: Type.String({ minLength: 1 }),
  Price: Type.Union([Type.String({ pattern: '^[0-9]+([.][0-9]{1,3})?$' }), Type.Number({ minimum: 0 })]),
  BookingFee: nullishNumber,
  AreaCategoryCode: nullishText,
  IsPackageTicket: nullishBoolean,
  IsAvailableForLoyaltyMembersOnly: nullishBoolean,
  QuantityAvailablePerOrder: nullishNumber,
})
const isTicket = typeGuard(TicketShape)

/** Rows count from the back and columns from the right: A1 has the largest numbers. */
export function toSeatPlan({ data }: ParsedResponse['body']): PlanInput {
  const rows = ((data.seatLayout ?? []) as object[]).flatMap((row): unknown[] => Object.values(row))
  const seats = rows.filter((row) => isCell(row))
  const codes = [...new Set(seats.map(areaOf))]
  const sections = codes.map((code) => ({ id: code, label: labelOf(seats, code) }))
  const cells = rows.map((row) => (isCell(row) ? toCell(row, codes) : undefined))
  return { sections, cells, distinguishesHeld: false }
}

function areaOf({ areaCategoryCode, areaNumber }: CellRow): string {
  return areaCategoryCode ?? String(areaNumber ?? 1)
}

function labelOf(cells: readonly CellRow[], code: string): string {
  const category = cells.find((cell) => areaOf(cell) === code)?.category
  return category ? `${category.charAt(0).toUpperCase()}${category.slice(1)}` : code
}

function toCell(cell: CellRow, codes: readonly string[]): SeatCell {
  const [, row = '', number = ''] = /^(\D*)(\d*)/.exec(cell.seatId) ?? []
  return {
    // Aisles share their row's letter. They are gaps, so the id need not be unique.
    id: cell.seatId,
    label: cell.seatId,
    row,
    number,
    section: codes.indexOf(areaOf(cell)),
    x: -cell.column,
    y: -cell.row,
    kind: kindOf(cell),
    ...statusOf(cell),
  }
}

function kindOf({ seatType, category }: CellRow): SeatType {
  if (seatType === 'Special') return 'wheelchair'
  if (seatType === 'Companion') return 'companion'
  // A sold wheelchair space has the type `Sold`, so its kind is lost.
  if (seatType === 'Sold' || seatType === 'Broken') return 'unknown'
  if (/recliner/i.test(category ?? '')) return 'recliner'
  return /sofa|daybed/i.test(category ?? '') ? 'sofa' : 'standard'
}

function statusOf(cell: CellRow): { status: SeatStatus; rawStatus?: string } {
  switch (cell.seatType) {
    case 'Aisle':
      return { status: 'gap' }
    case 'Sold':
      return { status: 'sold' }
    case 'Broken':
      return { status: 'broken' }
    case 'Empty':
    case 'Special':
    case 'Companion':
      if (cell.isBooked) return { status: 'sold' }
      return { status: cell.isAvailable === false ? 'blocked' : 'available' }
    default:
      return { status: 'unknown', rawStatus: cell.seatType }
  }
}

export function* toPriceRecords(
  plan: ParsedResponse,
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Generator<CinemaRecord> {
  const quotes = ((plan.body.data.ticketType ?? []) as unknown[]).flatMap((row): Quote[] => {
    if (!isTicket(row)) {
      drop('not a ticket type')
      return []
    }
    const label = cleanText(row.Description)
    const flags = defined<TicketFlags>({
      loyaltyOnly: row.IsAvailableForLoyaltyMembersOnly ?? undefined,
      package: row.IsPackageTicket ?? undefined,
    })
    const ticket = label === undefined ? undefined : parseTicket(label, flags)
    if (label === undefined || ticket === undefined) return []
    return [
      defined<Quote>({
        ticketTypeId: row.TicketTypeCode,
        label,
        amount: Number(row.Price),
        currency: member.currency,
        audience: ticket.audience,
        feeAmount: row.BookingFee ?? null,
        feesIncluded: false,
        areaId: row.AreaCategoryCode ?? undefined,
        minQuantity: ticket.minQuantity,
        maxQuantity: row.QuantityAvailablePerOrder ?? undefined,
        rules: nonEmpty(ticket.rules),
      }),
    ]
  })
  if (quotes.length === 0) {
    drop('a price list without prices')
    return
  }
  yield { type: 'prices', site: member.site, session: sessionOf(plan), capturedAt: nowMs, quotes }
}
