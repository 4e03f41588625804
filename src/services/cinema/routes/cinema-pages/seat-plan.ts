/** The seats of a hall as check boxes, row by row. A script sums up what is chosen; without it, each seat says its price. */

import { type Html, html } from '../../../../http/pages/html.ts'
import { type PlacedSeat, type SeatGroup, seatStep } from '../../normalise/seats-together.ts'
import type { PriceQuote, Seat } from '../../schema/index.ts'
import { moneyText } from './wording.ts'

/** More seats are not drawn. */
export const drawnSeatsMax = 3000
/** Wider holes, such as those of a plan with one seat far away, are drawn as wide as this. */
const holeMax = 40

type Look = 'free' | 'taken' | 'closed' | 'unknown'

const looks: Readonly<Record<Seat['status'], Look>> = {
  available: 'free',
  sold: 'taken',
  held: 'taken',
  blocked: 'closed',
  broken: 'closed',
  gap: 'closed',
  unknown: 'unknown',
}

interface SeatPlan {
  readonly seats: readonly PlacedSeat[]
  /** Those that are suggested. */
  readonly best: ReadonlySet<string>
  readonly prices: SeatPrices
}

export function seatPlan({ seats, best, prices }: SeatPlan): Html {
  const drawn = seats.slice(0, drawnSeatsMax)
  const step = seatStep(drawn)
  const left = Math.min(...drawn.map(({ x }) => x))
  const lines = [...Map.groupBy(drawn, ({ y }) => y)].sort(([one], [other]) => one - other)
  const distances = lines.slice(1).map(([y], at) => y - (lines[at]?.[0] ?? y))
  const usual = Math.min(...distances)
  const seat = (each: PlacedSeat) => drawSeat(each, best.has(each.id), prices)
  return html`<div class="hall" role="group" aria-labelledby="seat-summary"><div class="floor">
<p class="screen label"><svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true"><path d="M1 4Q50 0 99 4"/></svg>Screen</p>
${lines.map(([, row], at) => html`${at > 0 && (distances[at - 1] ?? 0) > 1.5 * usual ? html`<div class="aisle"></div>` : undefined}${drawRow(row, left, step, seat)}`)}</div></div>`
}

function drawRow(
  row: readonly PlacedSeat[],
  left: number,
  step: number,
  seat: (each: PlacedSeat) => Html,
): Html {
  const ordered = row.toSorted((one, other) => one.x - other.x)
  const name = html`<b aria-hidden="true">${ordered[0]?.row ?? ''}</b>`
  let end = left - step
  const cells = ordered.map((each) => {
    const hole = Math.min(holeMax, Math.max(0, Math.round((2 * (each.x - end)) / step) / 2 - 1))
    end = each.x
    const half = hole % 1 === 0 ? undefined : html`<i class="half"></i>`
    return html`${Array.from({ length: Math.floor(hole) }, () => html`<i></i>`)}${half}${seat(each)}`
  })
  return html`<div class="row">${name}${cells}${name}</div>\n`
}

const marks: Readonly<Partial<Record<NonNullable<Seat['seat_type']>, string>>> = {
  wheelchair: 'W',
  companion: 'C',
}

function drawSeat(seat: PlacedSeat, isBest: boolean, prices: SeatPrices): Html {
  const look = looks[seat.status]
  const text = (seat.seat_type && marks[seat.seat_type]) ?? seat.number ?? ''
  if (look !== 'free')
    return html`<span class="seat ${look}" aria-hidden="true">${look === 'taken' ? '' : text}</span>`
  const price = prices.of(seat)
  const cost = price === undefined ? '' : `, ${moneyText(price.amount, price.currency)}`
  const className = `seat${isBest ? ' best' : ''}${prices.isDearer(seat) ? ' dearer' : ''}`
  return html`<label class="${className}" title="${seatName(seat)}${cost}"><input type="checkbox" data-name="${seat.label}"${price && html` data-price="${price.amount}"`} aria-label="${seatName(seat)}${isBest ? ', suggested' : ''}${cost}">${text}</label>`
}

const typeNames: Readonly<Partial<Record<NonNullable<Seat['seat_type']>, string>>> = {
  wheelchair: 'wheelchair space',
  companion: 'companion seat',
}

/** `Row K, seat 9, companion seat`. */
function seatName({ row, number, label, seat_type }: PlacedSeat): string {
  const name = row && number ? `Row ${row}, seat ${number}` : label
  const type = seat_type === undefined ? undefined : typeNames[seat_type]
  return type === undefined ? name : `${name}, ${type}`
}

interface SeatPrice {
  readonly amount: number
  readonly currency: string
}

/** What one ticket that anybody can buy costs for a seat, with its fee. */
export class SeatPrices {
  readonly #byArea = new Map<string, SeatPrice & { readonly label: string | undefined }>()

  constructor(quotes: readonly PriceQuote[]) {
    const usual = quotes
      .filter(({ min_quantity = 1, audience }) => min_quantity <= 1 && audience !== 'companion')
      .toSorted((one, other) => (one.rules?.length ?? 0) - (other.rules?.length ?? 0))
    for (const { area_id = '', area_label, amount, currency, fee_amount, fees_included } of usual) {
      if (this.#byArea.has(area_id)) continue
      const fee = fees_included === false ? (fee_amount ?? 0) : 0
      this.#byArea.set(area_id, { amount: amount + fee, currency, label: area_label })
    }
  }

  /** Cinemas sell a ticket without an area for every seat. */
  of({ area_id = '' }: Pick<Seat, 'area_id'>): SeatPrice | undefined {
    return this.#byArea.get(area_id) ?? this.#byArea.get('')
  }

  isDearer(seat: Pick<Seat, 'area_id'>): boolean {
    const least = Math.min(...[...this.#byArea.values()].map(({ amount }) => amount))
    return (this.of(seat)?.amount ?? 0) > least
  }

  /** The parts of the hall that have a name, with what a seat costs there. */
  get areas(): readonly (SeatPrice & { readonly id: string; readonly label: string })[] {
    return [...this.#byArea].flatMap(([id, { label, ...price }]) =>
      label === undefined ? [] : [{ id, label, ...price }],
    )
  }

  /** The sum for some seats; undefined if the price of one is not known. */
  sum(seats: readonly Pick<Seat, 'area_id'>[]): string | undefined {
    const prices = seats.map((seat) => this.of(seat))
    const [first] = prices
    if (first === undefined || prices.some((price) => price === undefined)) return undefined
    return moneyText(
      prices.reduce((sum, price) => sum + (price?.amount ?? 0), 0),
      first.currency,
    )
  }
}

/** Explains what is on the plan, and nothing else. */
export function seatLegend(seats: readonly PlacedSeat[], hasBest: boolean, prices: SeatPrices): Html {
  const shown = new Set(seats.map(({ status }) => looks[status]))
  const types = new Set(seats.map(({ seat_type }) => seat_type))
  const areas = new Set(seats.map(({ area_id }) => area_id))
  const swatch = (className: string, text: Html | string) =>
    html`<li><span class="seat ${className}" aria-hidden="true"></span>${text}</li>\n`
  return html`<ul class="legend" aria-label="Legend">
${shown.has('free') ? swatch('', 'free') : undefined}${prices.areas
  .filter(({ id }) => areas.has(id))
  .map(({ id, label, amount, currency }) =>
    swatch(prices.isDearer({ area_id: id }) ? 'dearer' : '', `${label}, ${moneyText(amount, currency)}`),
  )}${hasBest ? swatch('best', 'suggested') : undefined}${shown.has('taken') ? swatch('taken', 'taken') : undefined}${shown.has('closed') ? swatch('closed', 'not for sale') : undefined}${shown.has('unknown') ? swatch('unknown', 'not known') : undefined}${types.has('wheelchair') ? html`<li><strong>W</strong> wheelchair space</li>` : undefined}${types.has('companion') ? html`<li><strong>C</strong> companion seat</li>` : undefined}</ul>`
}

/** `Half way back, left of the middle`: as people speak of seats. */
export function placeWords({ seats: group }: SeatGroup, seats: readonly PlacedSeat[]): string {
  const share = (of: (seat: PlacedSeat) => number) => {
    const all = seats.map(of)
    const [least, most] = [Math.min(...all), Math.max(...all)]
    const mean = group.reduce((sum, seat) => sum + of(seat), 0) / group.length
    return most === least ? 0.5 : (mean - least) / (most - least)
  }
  const [depth, side] = [share(({ y }) => y), share(({ x }) => x)]
  const back = ['near the screen', 'half way back', 'two thirds of the way back', 'at the back']
  const words = back[depth < 0.3 ? 0 : depth < 0.58 ? 1 : depth < 0.85 ? 2 : 3] ?? ''
  const across =
    Math.abs(side - 0.5) < 0.08
      ? 'in the middle'
      : `${Math.abs(side - 0.5) < 0.28 ? '' : 'far '}${side < 0.5 ? 'left' : 'right'} of the middle`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${across}`
}

/** `Row C: 5 of 12 free: 3, 4, 7 to 9`. */
export function rowText(row: readonly PlacedSeat[]): string {
  const ordered = row.toSorted((one, other) => one.x - other.x)
  const free = ordered.filter(({ status }) => status === 'available')
  const name = ordered[0]?.row
  const count = `${name ? `Row ${name}` : 'Row without a name'}: ${free.length} of ${ordered.length} free`
  return free.length === 0 ? count : `${count}: ${toRanges(free)}`
}

/** Neighbours are joined: `3, 4, 7 to 9`. */
function toRanges(seats: readonly PlacedSeat[]): string {
  const runs: PlacedSeat[][] = []
  for (const seat of seats) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1)?.x === seat.x - 1) run.push(seat)
    else runs.push([seat])
  }
  const nameOf = (seat: PlacedSeat | undefined) => seat?.number ?? seat?.label ?? ''
  return runs
    .map((run) =>
      run.length < 3 ? run.map(nameOf).join(', ') : `${nameOf(run[0])} to ${nameOf(run.at(-1))}`,
    )
    .join(', ')
}
