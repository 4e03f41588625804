/** Finds postal codes: those of theaters exactly, and the areas of the gazetteer. */

import { foldText } from '../normalise/fold-text.ts'
import type { Point } from '../queries/distance.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { type Candidate, findPostalAreas, toCodeCandidate } from './gazetteer.ts'

/** Outward code and inward code of the United Kingdom: `ls1 5dl`. */
const british = /^([a-z]{1,2}\d[a-z\d]?)(?:\d[a-z]{2})?$/
/** Sorting area and delivery unit of Canada: `m5v 3a8`. */
const canadian = /^([a-z]\d[a-z])(?:\d[a-z]\d)?$/
/** ZIP+4 of the United States. */
const american = /^(\d{5})-?\d{4}$/

/** At most one candidate per country. */
export async function findPostalCodes(text: string, theaters: Theaters): Promise<Candidate[]> {
  const written = foldText(text)
  const code = written.replaceAll(' ', '')
  if (!/^[a-z-]*\d[a-z\d-]*$/.test(code)) return []
  const located = theaters.ordered.filter(({ point }) => point !== undefined)
  const areas = [code, ...areasOf(code)]
  const found = [
    ...ofTheaters(written, located, (postalCode) => postalCode === code),
    ...(await Promise.all(areas.map((area) => findPostalAreas(area, written)))).flat(),
    ...ofTheaters(written, located, (postalCode) => areasOf(postalCode).some((area) => areas.includes(area))),
  ]
  return found.filter(
    ({ country }, index) => found.findIndex((candidate) => candidate.country === country) === index,
  )
}

/** The parts of a code for which the gazetteer has positions. */
function areasOf(code: string): string[] {
  return [british, canadian, american].flatMap((pattern) => pattern.exec(code)?.[1] ?? [])
}

function ofTheaters(
  code: string,
  theaters: readonly IndexedTheater[],
  matches: (postalCode: string) => boolean,
): Candidate[] {
  const matching = theaters.filter(({ postalCode }) => matches(postalCode.replaceAll(' ', '')))
  const byCountry = Map.groupBy(matching, ({ country }) => (country ?? '').toUpperCase())
  return [...byCountry].flatMap(([country, inCountry]) => {
    const point = centroid(inCountry.map(({ point }) => point))
    return point === undefined ? [] : [toCodeCandidate(code, country, point)]
  })
}

function centroid(points: readonly (Point | undefined)[]): Point | undefined {
  const definedPoints = points.filter((point) => point !== undefined)
  const [first] = definedPoints
  if (first === undefined) return undefined
  // Relative to the first point, so that it works across the antimeridian.
  const lon =
    definedPoints.reduce((sum, point) => sum + wrapLongitude(point.lon - first.lon), 0) / definedPoints.length
  const lat = definedPoints.reduce((sum, point) => sum + point.lat, 0) / definedPoints.length
  return { lat, lon: wrapLongitude(first.lon + lon) }
}

function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
