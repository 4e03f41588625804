/** A map of the theaters around a place: true directions and distances from its middle, and rings to judge them by. */

import type { Point } from '../../../../core/places/distance.ts'
import { type Html, html } from '../../../../http/pages/html.ts'
import { toQueryString } from './page-links.ts'
import { milesText } from './wording.ts'

export interface MappedTheater {
  readonly id: string
  readonly name: string
  readonly miles: number
  readonly point: Point
}

interface TheaterMap {
  readonly centre: Point
  /** Those of the page, as links. */
  readonly listed: readonly MappedTheater[]
  /** The number of the first of them. */
  readonly firstNumber: number
  /** Further ones, as dots. */
  readonly others: readonly MappedTheater[]
  readonly date: string
}

const size = 400
const middle = size / 2
/** From the middle to the outermost theater. */
const reach = 175
const ringsMax = 4

export function theaterMap({ centre, listed, firstNumber, others, date }: TheaterMap): Html | undefined {
  const farthest = listed.at(-1)
  if (farthest === undefined) return undefined
  const miles = Math.max(farthest.miles, 0.5)
  const position = positioner(centre, reach / miles)
  const rings = ringMiles(miles)
  const visible = others.filter((theater) => theater.miles <= (miles * middle) / reach)
  // The nearest is drawn last, so that none covers it.
  const links = listed.map((theater, at) => mapLink(theater, firstNumber + at, position(theater), date))
  return html`<figure class="map">
<svg viewBox="0 0 ${size} ${size}" role="group" aria-label="Map of the theaters: north is up">
${rings.map((ring) => html`<circle class="ring" cx="${middle}" cy="${middle}" r="${round((ring * reach) / miles)}"/><text class="ring" x="${middle}" y="${round(middle + (ring * reach) / miles - 3)}" aria-hidden="true">${Number(ring.toPrecision(2))} miles</text>\n`)}<path class="ring" d="M${middle - 5} ${middle}h10M${middle} ${middle - 5}v10"/>
${visible.map((theater) => dot(theater, position(theater)))}${links.reverse()}</svg>
<figcaption>North is up; the cross is the place. Numbers go by distance.</figcaption>
</figure>`
}

interface Position {
  readonly x: number
  readonly y: number
}

/** By distance and direction, so that it holds for a town and for a continent (azimuthal equidistant). */
function positioner(centre: Point, scale: number): (theater: MappedTheater) => Position {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const from = radians(centre.lat)
  return ({ point, miles }) => {
    const to = radians(point.lat)
    const turn = radians(point.lon - centre.lon)
    const bearing = Math.atan2(
      Math.sin(turn) * Math.cos(to),
      Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(turn),
    )
    return {
      x: round(middle + miles * scale * Math.sin(bearing)),
      y: round(middle - miles * scale * Math.cos(bearing)),
    }
  }
}

/** Round distances up to the farthest theater. */
export function ringMiles(miles: number): number[] {
  const power = 10 ** Math.floor(Math.log10(miles / ringsMax))
  const step = power * ([1, 2, 5, 10].find((factor) => miles / (power * factor) <= ringsMax) ?? 10)
  return Array.from({ length: Math.floor(miles / step + 1e-9) }, (_, at) => (at + 1) * step)
}

function mapLink({ id, name, miles }: MappedTheater, number: number, at: Position, date: string): Html {
  const { x, y } = at
  const text = `${number}. ${name}, ${milesText(miles)}`
  return html`<a href="theaters/${id}${toQueryString({ date })}" aria-label="${text}"><title>${text}</title><circle cx="${x}" cy="${y}" r="13"/><text x="${x}" y="${round(y + 4.5)}" aria-hidden="true">${number}</text></a>\n`
}

function dot({ name, miles }: MappedTheater, { x, y }: Position): Html {
  return html`<circle class="other" cx="${x}" cy="${y}" r="4"><title>${name}, ${milesText(miles)}</title></circle>\n`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
