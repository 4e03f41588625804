/** A place that a name or a postal code can mean. */

import { countryName, parseCountry } from './countries.ts'
import { milesBetween, type Point } from './distance.ts'
import { type City, citiesNamed, countriesWithRegionCode, regionsNamed } from './gazetteer.ts'
import { placeKey } from './place-key.ts'
import type { PlaceTables } from './place-tables.ts'

export interface Candidate {
  /** The usual English name, or the postal code. */
  readonly name: string
  /** ISO 3166-1 alpha-2 code; empty if it is not known. */
  readonly country: string
  /** ISO 3166-2 code without the country. */
  readonly region: string | undefined
  readonly point: Point
  /** As far as it counts for this name; 0 if it is not known, and for postal codes. */
  readonly population: number
  /** How many addresses of a service have this city or postal code. */
  readonly addresses: number
  /** The keys of the states in these addresses. */
  readonly states: ReadonlySet<string>
}

/** Few people mean Harare by Salisbury: by another name, a city counts as one with a twentieth of the inhabitants. */
const otherNameShare = 0.05

export function toCandidate(city: City, key: string): Candidate {
  const { name, country, region, lat, lon } = city
  const population = city.population * (placeKey(name) === key ? 1 : otherNameShare)
  return { name, country, region, population, point: { lat, lon }, addresses: 0, states: new Set() }
}

/** For people, and accepted as `near`: `London, Ontario, Canada`. */
export function labelOf({ name, country, region }: Candidate, tables: PlaceTables): string {
  const regionName = tables.regionName(country, region) ?? ''
  // "Berlin, State of Berlin" says no more than "Berlin".
  const isNamedAfter = ` ${placeKey(regionName)} `.includes(` ${placeKey(name)} `)
  const isLargest = citiesNamed(placeKey(name)).find((city) => city.country === country)?.region === region
  return [name, isNamedAfter && isLargest ? '' : regionName, countryName(country) ?? country]
    .filter((part) => part !== '')
    .join(', ')
}

/** Cities beside which a part of them is written: `Camden, London`. */
const cityMiles = 30
const largeCityFrom = 100_000

/**
 * Whether all words after the name can be its region, its country or the city that it belongs to, as names or codes:
 * `ON`, `Ontario Canada`.
 */
export function isIn(candidate: Candidate, text: string): boolean {
  if (isInOne(candidate, text)) return true
  const words = text.split(' ')
  for (let count = 1; count < words.length; count++) {
    const first = words.slice(0, count).join(' ')
    if (isInOne(candidate, first) && isIn(candidate, words.slice(count).join(' '))) return true
  }
  return false
}

function isInOne({ country, region, states, point }: Candidate, text: string): boolean {
  const key = placeKey(text)
  if (states.has(key) || parseCountry(key) === country) return true
  const codes = regionCodes(key, country)
  // Where the region is not known, any of the country is believed.
  if (region === undefined ? codes.length > 0 : codes.includes(region)) return true
  return citiesNamed(key).some(
    (city) => city.population >= largeCityFrom && milesBetween(city, point) <= cityMiles,
  )
}

/** By name, or by code with or without the country: `ON`, `Ontario`, `CA-ON`. */
export function regionCodes(key: string, country: string): string[] {
  const code = key.replaceAll(' ', '').toUpperCase()
  const bare = code.startsWith(country) && code.length > 3 ? code.slice(country.length) : code
  return [
    ...[code, bare].filter((one) => countriesWithRegionCode(one).includes(country)),
    ...regionsNamed(key).flatMap((region) => (region.country === country ? [region.code] : [])),
  ]
}
