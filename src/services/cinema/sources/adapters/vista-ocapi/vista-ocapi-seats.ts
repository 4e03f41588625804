/** Maps OCAPI seat plans and ticket prices to records. */

import { contentHash } from '../../../../../core/content-hash.ts'
import { defined, nonEmpty } from '../../../../../core/defined.ts'
import type { MapContext, ParsedResponse } from '../../../../../sync/source.ts'
import { largest } from '../../../normalise/extent.ts'
import {
  isLayoutMismatch,
  type SeatCell,
  toSeatRecords,
  toSeatStatus,
  unplacedRow,
} from '../../../normalise/seat-map.ts'
import { parseTicket } from '../../../normalise/ticket-audience.ts'
import type { SeatingType } from '../../../schema/index.ts'
import type { CinemaRecord, Quote, SeatStatus, SeatType, ShowtimeRecord } from '../../../schema/records.ts'
import type { CinemaMember } from '../../cinema-member.ts'
import { cleanText } from '../../field-values.ts'
import { toCountRecords } from '../../records/count-records.ts'
import { placeAreas } from './place-areas.ts'
import {
  type AreaRow,
  isAreaRow,
  isPriceRow,
  isSeatRow,
  isTicketTypeRow,
  type PriceRow,
} from './vista-ocapi-schemas.ts'

const statuses: ReadonlyMap<string, SeatStatus> = new Map([
  ['Available', 'available'],
  ['Sold', 'sold'],
  ['Broken', 'broken'],
  ['House', 'blocked'],
])

interface Plan {
  readonly sections: readonly { id: string; label: string }[]
  readonly positions: readonly SeatPosition[]
}

type SeatPosition = Omit<SeatCell, 'status'>

/** A plan applies to all shows with its layout. Without a listing, the only plan belongs to the requested show. */
export function* toSeatPlanRecords(
  responses: readonly ParsedResponse[],
  showtimes: readonly ShowtimeRecord[],
  { member, nowMs, drop, isPart }: MapContext<CinemaMember>,
): Generator<CinemaRecord> {
  const plans = new Map<string, Plan>()
  for (const { kind, body, url } of responses) {
    if (kind === 'layout') plans.set(layoutIdOf(url, body), toPlan(body, drop))
  }
  const listed = new Map(showtimes.map((showtime) => [showtime.session, showtime]))
  if (!isPart) noteMissing(responses, drop)
  for (const { kind, url, body } of responses) {
    const id = sessionOf({ url })
    if (kind !== 'availability' || id === undefined) continue
    const showtime = listed.get(id)
    const layout = showtime?.rawIds.layout ?? (plans.size === 1 ? [...plans.keys()][0] : undefined)
    const plan = layout === undefined ? undefined : plans.get(layout)
    const statusById = toStatusById(body, drop)
    if (statusById.size === 0 && plan !== undefined && plan.positions.length > 0)
      drop('a seat plan without seats')
    const hasPlan = plan !== undefined && plan.positions.length > 0
    if (statusById.size > 0 && !hasPlan) drop('a seat plan without its layout')
    // Sessions without allocated seats have totals only.
    if (statusById.size === 0 || !hasPlan || layout === undefined)
      yield* toTotals(body, member, id, showtime?.seating ?? 'unknown', nowMs)
    else yield* joinSeats(plan, layout, statusById, { member, session: id, nowMs, showtime })
  }
}

/** Seats and prices are requested for the same sessions. */
function noteMissing(responses: readonly ParsedResponse[], drop: (reason: string) => void): void {
  const sessionsOf = (wanted: string) =>
    new Set(responses.filter(({ kind }) => kind === wanted).map(sessionOf))
  const [withSeats, withPrices] = [sessionsOf('availability'), sessionsOf('prices')]
  for (const _ of withPrices.difference(withSeats)) drop('a showtime without its seat plan')
  for (const _ of withSeats.difference(withPrices)) drop('a showtime without its prices')
}

function sessionOf({ url }: Pick<ParsedResponse, 'url'>): string | undefined {
  const session = /\/showtimes\/([^/?]+)\/(?:seat-availability|ticket-prices)/.exec(url)?.[1]
  return session === undefined ? undefined : decodeURIComponent(session)
}

function layoutIdOf(url: string, body: { seatLayout: { id?: unknown } }): string {
  const { id } = body.seatLayout
  if (typeof id === 'string' && id !== '') return id
  return decodeURIComponent(/\/seat-layouts\/([^/?]+)/.exec(url)?.[1] ?? contentHash(1, body.seatLayout))
}

function toStatusById(
  body: { seatAvailabilities: unknown[] },
  drop: (reason: string) => void,
): Map<string, string> {
  const statusById = new Map<string, string>()
  for (const row of body.seatAvailabilities) {
    if (!isSeatRow(row)) drop('not a seat')
    else statusById.set(row.seatId, row.status)
  }
  return statusById
}

function* joinSeats(
  plan: Plan,
  layout: string,
  statusById: ReadonlyMap<string, string>,
  about: { member: CinemaMember; session: string; nowMs: number; showtime: ShowtimeRecord | undefined },
): Generator<CinemaRecord> {
  const seatIds = new Set(plan.positions.map(({ id }) => id))
  const strays = [...statusById.keys()].filter((id) => !seatIds.has(id))
  const cells = plan.positions.map(
    (position): SeatCell => ({
      ...position,
      ...toSeatStatus(statuses, statusById.get(position.id)),
    }),
  )
  // Seats missing from the layout get their own row, so that no other seat moves.
  const unplacedSeats = strays.map(
    (id, index): SeatCell => ({
      id,
      label: id,
      row: unplacedRow,
      number: String(index + 1),
      section: plan.sections.length,
      x: index,
      y: largest([0, ...plan.positions.map(({ y }) => y)]) + 2,
      kind: 'unknown',
      ...toSeatStatus(statuses, statusById.get(id)),
    }),
  )
  yield* toSeatRecords({
    site: about.member.site,
    session: about.session,
    layout: unplacedSeats.length === 0 ? layout : `${layout}~${contentHash(1, strays)}`,
    screen: about.showtime?.screen,
    sections:
      unplacedSeats.length === 0 ? plan.sections : [...plan.sections, { id: 'overflow', label: 'Unplaced' }],
    cells: [...cells, ...unplacedSeats],
    seating: about.showtime?.seating ?? 'unknown',
    capturedAt: about.nowMs,
    confidence: 'medium',
    distinguishesHeld: false,
    warnings: isLayoutMismatch(seatIds, new Set(statusById.keys())) ? ['layout_mismatch'] : [],
  })
}

function toTotals(
  body: { summary?: { totalCount?: unknown; availableCount?: unknown } | null },
  { site }: CinemaMember,
  session: string,
  seating: SeatingType,
  capturedAt: number,
): CinemaRecord[] {
  const { totalCount: capacity, availableCount: available } = body.summary ?? {}
  return toCountRecords({ site, session, seating }, { available, capacity }, capturedAt)
}

function toPlan(body: { seatLayout: { areas: unknown[] } }, drop: (reason: string) => void): Plan {
  const seen = new Set<string>()
  const areas = body.seatLayout.areas.filter((area): area is AreaRow => {
    const fits = isAreaRow(area)
    if (!fits) drop('not a seating area')
    const isRepeated = seen.has(JSON.stringify(area))
    seen.add(JSON.stringify(area))
    return fits && !isRepeated
  })
  const groups = groupSizes(areas)
  const sections: { id: string; label: string }[] = []
  const positions: SeatPosition[] = []
  for (const { area, x, y } of placeAreas(areas)) {
    const label = cleanText(area.name?.text) ?? `Area ${area.number}`
    const section = sections.push({ id: area.areaCategoryId ?? String(area.number), label }) - 1
    for (const row of area.rows) {
      for (const seat of row.seats) {
        const rowLabel = cleanText(seat.rowLabel ?? row.label) ?? ''
        const number = cleanText(seat.label) ?? String(seat.position.columnNumber)
        const isGrouped = seat.seatGroupIds?.some((id) => (groups.get(String(id)) ?? 0) > 1) ?? false
        positions.push({
          id: seat.id,
          label: `${rowLabel}${number}`,
          row: rowLabel,
          number,
          section,
          x: x(seat.position.columnNumber),
          y: y(row.number),
          kind: kindOf(label, isGrouped),
        })
      }
    }
  }
  return { sections, positions }
}

function groupSizes(areas: readonly AreaRow[]): Map<string, number> {
  const sizes = new Map<string, number>()
  const ids = areas.flatMap(({ rows }) =>
    rows.flatMap(({ seats }) => seats.flatMap((seat) => seat.seatGroupIds ?? [])),
  )
  for (const id of ids.map(String)) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  return sizes
}

function kindOf(area: string, isGrouped: boolean): SeatType {
  if (/wheelchair|accessible/i.test(area)) return 'wheelchair'
  if (/companion|carer/i.test(area)) return 'companion'
  if (/sofa|bed/i.test(area)) return 'sofa'
  if (/love ?seat/i.test(area)) return 'loveseat'
  if (/recliner/i.test(area)) return 'recliner'
  return isGrouped ? 'sofa' : 'standard'
}

/** The vendor requires clients to hide prices with restrictions they do not support. */
const supportedRestrictions =
  /^(?:Member|MemberReward|MemberSubscriptionCard|ThirdPartyMemberCard|ThirdPartyMembership|Voucher|Discount)$/

export function* toPriceRecords(
  responses: readonly ParsedResponse[],
  { member, nowMs, drop }: MapContext<CinemaMember>,
): Generator<CinemaRecord> {
  for (const { kind, url, body } of responses) {
    const session = /\/showtimes\/([^/?]+)\/ticket-prices/.exec(url)?.[1]
    if (kind !== 'prices' || session === undefined) continue
    const types = new Map(
      ((body.relatedData?.ticketTypes ?? []) as unknown[])
        .filter((row) => isTicketTypeRow(row))
        .map((row) => [row.id, row]),
    )
    const quotes: Quote[] = []
    for (const row of body.ticketPrices as unknown[]) {
      const type = isPriceRow(row) ? types.get(row.ticketTypeId) : undefined
      const label = cleanText(type?.name?.text) ?? cleanText(type?.description?.text)
      if (!isPriceRow(row) || label === undefined) drop('not a price')
      else quotes.push(...toQuote(row, label, type?.areaCategoryId ?? undefined, member))
    }
    if (quotes.length === 0) {
      drop('a price list without prices')
      continue
    }
    const { site } = member
    yield { type: 'prices', site, session: decodeURIComponent(session), capturedAt: nowMs, quotes }
  }
}

function toQuote(row: PriceRow, label: string, area: string | undefined, member: CinemaMember): Quote[] {
  const restrictions = row.restrictions ?? []
  if (!restrictions.every((word) => supportedRestrictions.test(word))) return []
  const membersOnly = restrictions.some((word) => /member/i.test(word))
  const ticket = parseTicket(label, { membersOnly })
  if (ticket === undefined) return []
  const isVoucher = restrictions.some((word) => word === 'Voucher' || word === 'Discount')
  const fee = row.bookingFee?.valueIncludingTax ?? row.bookingFee?.amountIncludingTax
  const rules = isVoucher ? [...ticket.rules, 'voucher_required'] : ticket.rules
  return [
    defined<Quote>({
      ticketTypeId: row.ticketTypeId,
      label,
      amount: row.price.valueIncludingTax,
      currency: member.currency,
      audience: isVoucher ? 'unknown' : ticket.audience,
      taxAmount: row.price.tax ?? null,
      feeAmount: fee ?? null,
      feesIncluded: false,
      areaId: area,
      minQuantity: ticket.minQuantity,
      rules: nonEmpty(rules),
    }),
  ]
}
