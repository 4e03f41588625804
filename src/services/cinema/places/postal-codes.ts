/** Finds postal codes: those of theaters exactly, and the areas of the tables. */

import type { Point } from '../queries/distance.ts'
import type { Candidate } from './candidate.ts'
import type { PlaceTables } from './place-tables.ts'
import { middleOf, type PlacedTheater, type TheaterPlaces, toCodeKey } from './theater-places.ts'

/** Outward code and inward code of the United Kingdom: `ls1 5dl`. */
const british = /^([a-z]{1,2}\d[a-z\d]?)(?:\d[a-z]{2})?$/
/** Sorting area and delivery unit of Canada: `m5v 3a8`. */
const canadian = /^([a-z]\d[a-z])(?:\d[a-z]\d)?$/
/** ZIP+4 of the United States, without its hyphen. */
const american = /^(\d{5})\d{4}$/

/** At most one candidate per country. */
export function findPostalCodes(text: string, places: TheaterPlaces, tables: PlaceTables): Candidate[] {
  const code = toCodeKey(text)
  if (!/^[a-z]*\d[a-z\d]*$/.test(code)) return []
  const areas = [code, ...areasOf(code)]
  const name = text.toUpperCase()
  const ofTables = areas.flatMap((area) => tables.postalAreas(area))
  const found = [
    ...ofTheaters(places.byCode.get(code) ?? []).map((place) => toCodeCandidate(name, place)),
    ...ofTables.map((place) => toCodeCandidate(name, { ...place, addresses: 0 })),
    ...ofTheaters(theatersIn(areas, places)).map((place) => toCodeCandidate(name, place)),
  ]
  return found.filter(
    ({ country }, index) => found.findIndex((candidate) => candidate.country === country) === index,
  )
}

/** The parts of a code for which the tables have positions. */
function areasOf(code: string): string[] {
  return [british, canadian, american].flatMap((pattern) => pattern.exec(code)?.[1] ?? [])
}

function theatersIn(areas: readonly string[], { byCode }: TheaterPlaces): PlacedTheater[] {
  return [...byCode].flatMap(([code, theaters]) =>
    areasOf(code).some((area) => areas.includes(area)) ? theaters : [],
  )
}

interface CodePlace {
  readonly country: string
  readonly point: Point
  readonly addresses: number
}

function ofTheaters(theaters: readonly PlacedTheater[]): CodePlace[] {
  const byCountry = Map.groupBy(theaters, ({ country }) => (country ?? '').toUpperCase())
  return [...byCountry].map(([country, inCountry]) => ({
    country,
    point: middleOf(inCountry.map(({ point }) => point)),
    addresses: inCountry.length,
  }))
}

function toCodeCandidate(name: string, { country, point, addresses }: CodePlace): Candidate {
  return { name, country, region: undefined, point, population: 0, addresses, states: new Set() }
}
