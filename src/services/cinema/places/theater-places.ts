/** The cities and postal codes in the addresses of theaters. */

import { placeKey } from '../../../core/places/place-key.ts'
import { milesBetween, type Point } from '../queries/distance.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { type Candidate, regionCodes, toCandidate } from './candidate.ts'
import type { PlaceTables } from './place-tables.ts'

/** Theaters with the same city in their addresses are in one city if they are not farther apart. */
const cityMiles = 40
/** The default radius of a search: the theaters of a city are in the response. */
const reachMiles = 25

/** Also found by the usual name: a theater in Praha is in Prague. */
export interface TheaterPlaces {
  readonly byCity: ReadonlyMap<string, readonly Candidate[]>
  /** By the code without spaces and hyphens. */
  readonly byCode: ReadonlyMap<string, readonly PlacedTheater[]>
}

export type PlacedTheater = IndexedTheater & { readonly point: Point }

const placesOf = new WeakMap<Theaters, TheaterPlaces>()

export function theaterPlaces(theaters: Theaters, tables: PlaceTables): TheaterPlaces {
  const known = placesOf.get(theaters)
  if (known !== undefined) return known
  const placed = theaters.ordered.filter((theater): theater is PlacedTheater => theater.point !== undefined)
  const places = {
    byCity: citiesOf(placed, tables),
    byCode: Map.groupBy(
      placed.filter(({ postalCode }) => postalCode !== ''),
      ({ postalCode }) => toCodeKey(postalCode),
    ),
  }
  placesOf.set(theaters, places)
  return places
}

export function toCodeKey(code: string): string {
  return code.replace(/[\s-]+/g, '').toLowerCase()
}

function citiesOf(theaters: readonly PlacedTheater[], tables: PlaceTables): Map<string, Candidate[]> {
  const byCity = new Map<string, Candidate[]>()
  const byName = Map.groupBy(
    theaters.filter(({ city }) => city !== ''),
    ({ city, country }) => `${placeKey(city)}\t${country}`,
  )
  for (const sameName of byName.values())
    for (const group of neighbours(sameName)) {
      const key = placeKey(group[0].city)
      const place = toPlace(key, group, tables)
      for (const name of new Set([key, shortKey(key), placeKey(place.name)]))
        byCity.set(name, [...(byCity.get(name) ?? []), place])
    }
  return byCity
}

/** `Newcastle upon Tyne` is also called Newcastle. */
function shortKey(key: string): string {
  return key.split(/ (?:upon|am|an der) /, 1)[0] ?? key
}

type Group = [PlacedTheater, ...PlacedTheater[]]

function neighbours(theaters: readonly PlacedTheater[]): Group[] {
  const groups: Group[] = []
  for (const theater of theaters) {
    const group = groups.find(([first]) => milesBetween(first.point, theater.point) <= cityMiles)
    if (group === undefined) groups.push([theater])
    else group.push(theater)
  }
  return groups
}

function toPlace(key: string, group: Group, tables: PlaceTables): Candidate {
  const [first] = group
  const country = first.country.toUpperCase()
  const middle = middleOf(group.map(({ point }) => point))
  const states = new Set(group.map(({ state }) => placeKey(state)).filter((state) => state !== ''))
  const [city] = tables
    .cities(key)
    .filter((one) => country === '' || one.country === country)
    .filter((one) => milesBetween(one, middle) <= cityMiles)
    .sort((one, other) => other.population - one.population)
  const shared = { addresses: group.length, states }
  if (city === undefined) {
    const [region] = [...states].flatMap((state) => regionCodes(state, country))
    return { name: writtenCity(first), country, region, point: middle, population: 0, ...shared }
  }
  const isAtHand = group.every(({ point }) => milesBetween(point, city) <= reachMiles)
  const candidate = toCandidate(city, placeKey(city.name))
  return { ...candidate, ...shared, point: isAtHand ? candidate.point : middle }
}

/** The index has folded names. */
function writtenCity({ doc, city }: IndexedTheater): string {
  const { address } = JSON.parse(doc) as { readonly address?: { readonly city?: string } }
  return address?.city ?? city
}

export function middleOf(points: readonly Point[]): Point {
  const first = points[0] ?? { lat: 0, lon: 0 }
  // Relative to the first point, so that it works across the antimeridian.
  const lon = points.reduce((sum, point) => sum + wrapLongitude(point.lon - first.lon), 0) / points.length
  const lat = points.reduce((sum, point) => sum + point.lat, 0) / points.length
  return { lat, lon: wrapLongitude(first.lon + lon) }
}

function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
