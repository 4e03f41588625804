/** Geocodes offline: "lat,lon", a postal code, or the name of a city. */

import { foldText } from '../normalise/fold-text.ts'
import { milesBetween, type Point } from '../queries/distance.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { type Candidate, findCities } from './gazetteer.ts'
import { findPostalCodes } from './postal-codes.ts'

export interface Location extends Point {
  /** What was found; undefined for coordinates. */
  readonly label?: string
  /** What else it could be: values for `near`. */
  readonly alternatives: readonly string[]
}

/** Undefined for an unknown place. */
export async function locate(near: string, theaters: Theaters): Promise<Location | undefined> {
  const point = parsePoint(near)
  if (point !== undefined) return { ...point, alternatives: [] }
  const [name = '', ...qualifiers] = near.split(',').map(foldText)
  if (name === '' || isNotANumber(name, qualifiers)) return undefined
  const codes = await findPostalCodes(name, theaters)
  const candidates = (codes.length > 0 ? codes : await findCities(name)).filter((candidate) =>
    qualifiers.every((qualifier) => candidate.qualifiers.includes(qualifier)),
  )
  return chooseAmong(candidates, theaters)
}

/** Any two doubles, as they are usually written. */
const coordinates = /^\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*,\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*$/i

function parsePoint(near: string): Point | undefined {
  const [, lat, lon] = coordinates.exec(near) ?? []
  if (lat === undefined || lon === undefined) return undefined
  const point = { lat: Number(lat), lon: Number(lon) }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : undefined
}

/** There is a Nan in Nan, Thailand, but nobody means it: these are coordinates that a client failed to compute. */
function isNotANumber(name: string, qualifiers: readonly string[]): boolean {
  return name === 'nan' && qualifiers.includes('nan')
}

/** The default radius of a search: a place that is chosen for its theaters has some in the response. */
const cityMiles = 25
const candidatesMax = 100
const alternativesMax = 5

/** Of several places with the same name, the largest one with theaters nearby; if none has any, the largest. */
function chooseAmong(candidates: readonly Candidate[], theaters: Theaters): Location | undefined {
  const ranked = candidates
    .toSorted((one, other) => other.size - one.size)
    .slice(0, candidatesMax)
    .map((candidate) => ({ candidate, count: theaters.near(candidate.point, cityMiles).length }))
    .sort((one, other) => {
      const byTheaters = Number(other.count > 0) - Number(one.count > 0)
      // Postal codes have no size.
      return byTheaters || other.candidate.size - one.candidate.size || other.count - one.count
    })
    .map(({ candidate }) => candidate)
  const [chosen] = ranked
  if (chosen === undefined) return undefined
  const others = ranked.filter(({ point }) => milesBetween(point, chosen.point) > cityMiles)
  const labels = new Set(others.map(({ label }) => label).filter((label) => label !== chosen.label))
  return { ...chosen.point, label: chosen.label, alternatives: [...labels].slice(0, alternativesMax) }
}
