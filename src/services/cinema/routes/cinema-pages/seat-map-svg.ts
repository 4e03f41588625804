/** The seat map as SVG: status by colour and by pattern, one stop of the keyboard per row, and its text for screen readers. */

import { type Html, html } from '../../../../http/pages/html.ts'
import type { Seat } from '../../schema/index.ts'
import type { PlacedSeat } from './seats-together.ts'

/** More seats are not drawn. */
export const drawnSeatsMax = 3000
const cell = 10
const size = 8

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
const lookNames: Readonly<Record<Look, string>> = {
  free: 'free',
  taken: 'taken',
  closed: 'not for sale',
  unknown: 'unknown',
}

const hatch = html`<defs><pattern id="hatch" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="0" y1="0" x2="0" y2="3"/></pattern></defs>`

/** `picked`: ids of the seats to emphasize. */
export function seatMapSvg(
  seats: readonly PlacedSeat[],
  picked: ReadonlySet<string>,
  labelledBy: string,
): Html {
  const drawn = seats.slice(0, drawnSeatsMax)
  const columns = Math.max(0, ...drawn.map(({ x }) => x)) + 1
  const rows = [...Map.groupBy(drawn, ({ y }) => y)].sort(([one], [other]) => one - other)
  const lines = Math.max(0, ...drawn.map(({ y }) => y)) + 1
  const left = 14
  const top = 16
  const width = left + columns * cell + 4
  const height = top + lines * cell + 2
  const middle = left + (columns * cell) / 2
  return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-labelledby="${labelledBy}" style="max-width:${Math.round(width * 0.2)}rem">
${hatch}
<path class="screen" d="M${left} 9 Q${middle} 1 ${width - 4} 9"/><text x="${middle}" y="11" text-anchor="middle">Screen</text>
${rows.map(([y, row]) => rowGroup(row, top + y * cell, left, picked))}</svg>`
}

function rowGroup(row: readonly PlacedSeat[], top: number, left: number, picked: ReadonlySet<string>): Html {
  const name = row[0]?.row ?? ''
  return html`<g tabindex="0" role="img" aria-label="${rowText(row)}"><text x="2" y="${top + 6.5}">${name}</text>
${row.map((seat) => drawSeat(seat, left + seat.x * cell, top, picked.has(seat.id)))}</g>
`
}

function drawSeat(seat: PlacedSeat, x: number, y: number, isPicked: boolean): Html {
  const look = looks[seat.status]
  const mark = isPicked
    ? '✓'
    : seat.seat_type === 'wheelchair'
      ? 'W'
      : seat.seat_type === 'companion'
        ? 'C'
        : ''
  return html`<g data-seat${seat.area_id === undefined ? undefined : html` data-area="${seat.area_id}"`}>${seatShape(isPicked ? 'picked' : look, x, y)}${mark === '' ? undefined : html`<text class="mark${isPicked ? ' onpick' : ''}" x="${x + size / 2}" y="${y + 6}">${mark}</text>`}<title>${seatName(seat)}: ${isPicked ? 'suggested' : lookNames[look]}</title></g>`
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

function seatShape(look: Look | 'picked', x: number, y: number): Html {
  const box = (name: string, fill = '') =>
    html`<rect class="${name}" x="${x}" y="${y}" width="${size}" height="${size}" rx="1.5"${fill === '' ? undefined : html` fill="${fill}"`}/>`
  if (look === 'free') return box('free')
  if (look === 'picked') return box('pick')
  if (look === 'taken') return box('taken')
  return look === 'closed' ? box('closedseat', 'url(#hatch)') : box('unknown')
}

const statesInLegend = [
  ['free', 'Free'],
  ['taken', 'Taken'],
  ['closed', 'Not for sale'],
  ['unknown', 'Unknown'],
  ['picked', 'Suggested'],
] as const

/** Explains what is on the map, and nothing else. */
export function seatLegend(seats: readonly PlacedSeat[], hasPicks: boolean): Html {
  const shown = new Set<string>(seats.map(({ status }) => looks[status]))
  if (hasPicks) shown.add('picked')
  const types = new Set(seats.map(({ seat_type }) => seat_type))
  const letters = [
    ['W', 'wheelchair', 'Wheelchair space'],
    ['C', 'companion', 'Companion seat'],
  ] as const
  return html`<ul class="legend" aria-label="Legend">
${statesInLegend.filter(([look]) => shown.has(look)).map(([look, name]) => html`<li><svg viewBox="-1 -1 10 10" aria-hidden="true">${seatShape(look, 0, 0)}</svg>${name}</li>\n`)}${letters.filter(([, type]) => types.has(type)).map(([letter, , name]) => html`<li><strong>${letter}</strong> ${name}</li>\n`)}</ul>`
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
