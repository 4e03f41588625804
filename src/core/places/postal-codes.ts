/** Finds postal codes: those in addresses exactly, and the areas of the tables. */

import type { Candidate } from './candidate.ts'
import { middleOf, type Point } from './distance.ts'
import type { PlaceTables } from './place-tables.ts'
import { type AddressPoint, type ServedPlaces, toCodeKey } from './served-places.ts'

/** Outward code and inward code of the United Kingdom: `ls1 5dl`. */
const british = /^([a-z]{1,2}\d[a-z\d]?)(?:\d[a-z]{2})?$/
/** Sorting area and delivery unit of Canada: `m5v 3a8`. */
const canadian = /^([a-z]\d[a-z])(?:\d[a-z]\d)?$/
/** ZIP+4 of the United States, without its hyphen. */
const american = /^(\d{5})\d{4}$/

/** At most one candidate per country. */
export function findPostalCodes(text: string, places: ServedPlaces, tables: PlaceTables): Candidate[] {
  const code = toCodeKey(text)
  if (!/^[a-z]*\d[a-z\d]*$/.test(code)) return []
  const areas = [code, ...areasOf(code)]
  const name = text.toUpperCase()
  const ofTables = areas.flatMap((area) => tables.postalAreas(area))
  const found = [
    ...ofAddresses(places.byCode.get(code) ?? []).map((place) => toCodeCandidate(name, place)),
    ...ofTables.map((place) => toCodeCandidate(name, { ...place, addresses: 0 })),
    ...ofAddresses(addressesIn(areas, places)).map((place) => toCodeCandidate(name, place)),
  ]
  return found.filter(
    ({ country }, index) => found.findIndex((candidate) => candidate.country === country) === index,
  )
}

/** The parts of a code for which the tables have positions. */
function areasOf(code: string): string[] {
  return [british, canadian, american].flatMap((pattern) => pattern.exec(code)?.[1] ?? [])
}

function addressesIn(areas: readonly string[], { byCode }: ServedPlaces): AddressPoint[] {
  return [...byCode].flatMap(([code, addresses]) =>
    areasOf(code).some((area) => areas.includes(area)) ? addresses : [],
  )
}

interface CodePlace {
  readonly country: string
  readonly point: Point
  readonly addresses: number
}

function ofAddresses(addresses: readonly AddressPoint[]): CodePlace[] {
  const byCountry = Map.groupBy(addresses, ({ country }) => country.toUpperCase())
  return [...byCountry].map(([country, inCountry]) => ({
    country,
    point: middleOf(inCountry.map(({ point }) => point)),
    addresses: inCountry.length,
  }))
}

function toCodeCandidate(name: string, { country, point, addresses }: CodePlace): Candidate {
  return { name, country, region: undefined, point, population: 0, addresses, states: new Set() }
}
