/** The cities and postal codes in the addresses of theaters. */

import { type Candidate, regionCodes, toCandidate } from '../../../core/places/candidate.ts'
import { nearbyMiles } from '../../../core/places/choose-place.ts'
import { middleOf, milesBetween, type Point } from '../../../core/places/distance.ts'
import { placeKey } from '../../../core/places/place-key.ts'
import type { PlaceTables } from '../../../core/places/place-tables.ts'
import { type ServedPlaces, toCodeKey } from '../../../core/places/served-places.ts'
import type { IndexedTheater, Theaters } from '../queries/theater-index.ts'

/** Theaters with the same city in their addresses are in one city if they are not farther apart. */
const cityMiles = 40

type PlacedTheater = IndexedTheater & { readonly point: Point }

const placesOf = new WeakMap<Theaters, ServedPlaces>()

export function theaterPlaces(theaters: Theaters, tables: PlaceTables): ServedPlaces {
  const known = placesOf.get(theaters)
  if (known !== undefined) return known
  const placed = theaters.ordered.filter((theater): theater is PlacedTheater => theater.point !== undefined)
  const places: ServedPlaces = {
    kind: 'theater',
    byCity: citiesOf(placed, tables),
    byCode: Map.groupBy(
      placed.filter(({ postalCode }) => postalCode !== ''),
      ({ postalCode }) => toCodeKey(postalCode),
    ),
    isNearby: (point) => theaters.near(point, nearbyMiles).length > 0,
  }
  placesOf.set(theaters, places)
  return places
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
  const isAtHand = group.every(({ point }) => milesBetween(point, city) <= nearbyMiles)
  const candidate = toCandidate(city, placeKey(city.name))
  return { ...candidate, ...shared, point: isAtHand ? candidate.point : middle }
}

/** The index has folded names. */
function writtenCity({ doc, city }: IndexedTheater): string {
  const { address } = JSON.parse(doc) as { readonly address?: { readonly city?: string } }
  return address?.city ?? city
}
