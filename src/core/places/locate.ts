/** Geocodes offline: "lat,lon", a postal code, or the name of a city. */

import { type Candidate, isIn, labelOf, toCandidate } from './candidate.ts'
import { choosePlace, type Location, rankPlaces } from './choose-place.ts'
import { parseCoordinates } from './coordinates.ts'
import { parseCountry } from './countries.ts'
import { milesBetween } from './distance.ts'
import { regionsNamed } from './gazetteer.ts'
import { placeKey } from './place-key.ts'
import { type PlaceTables, placeTables } from './place-tables.ts'
import { findPostalCodes } from './postal-codes.ts'
import { cleanPlace, partsOf, readingsOf, splitCode } from './read-place.ts'
import type { ServedPlaces } from './served-places.ts'
import { similarKeys } from './similar-keys.ts'

/** A place, or what may have been meant by an unknown one: values for `near`. */
export type Answer = { readonly location: Location } | UnknownPlace

export interface UnknownPlace {
  readonly location?: undefined
  readonly suggestions: readonly string[]
  /** The name is that of a region or a country. */
  readonly isArea: boolean
}

/** Clients repeat the same few places. Emptied when it is full, and with every change of the served places. */
const answers = new WeakMap<ServedPlaces, Map<string, Answer>>()
const answersMax = 2_000

/** `placesOf` must return the same object as long as the places are the same. */
export function locate(near: string, placesOf: (tables: PlaceTables) => ServedPlaces): Answer {
  const point = parseCoordinates(near)
  if (point !== undefined) return { location: { ...point, alternatives: [] } }
  const tables = placeTables()
  const places = placesOf(tables)
  const all = answers.get(places) ?? new Map<string, Answer>()
  const known = all.get(near)
  if (known !== undefined) return known
  const answer = new Search(places, tables).find(cleanPlace(near))
  if (all.size >= answersMax) all.clear()
  answers.set(places, all.set(near, answer))
  return answer
}

/**
 * Undefined for a place that is not known, and for coordinates. Most texts that somebody types are no places: they cost no
 * suggestions, and no place in the cache of answers.
 */
export function findPlace(text: string, places: ServedPlaces, tables: PlaceTables): Location | undefined {
  if (parseCoordinates(text) !== undefined) return undefined
  return answers.get(places)?.get(text)?.location ?? new Search(places, tables).locate(cleanPlace(text))
}

/** A postal code and a city beside it are one place if they are not farther apart. */
const sameAreaMiles = 60
const suggestionsMax = 3
/** Readings of one text for which similar names are looked up. */
const readingsMax = 3

class Search {
  readonly #places: ServedPlaces
  readonly #tables: PlaceTables

  constructor(places: ServedPlaces, tables: PlaceTables) {
    this.#places = places
    this.#tables = tables
  }

  find(text: string): Answer {
    if (isNotANumber(text)) return { suggestions: [], isArea: false }
    const location = this.locate(text)
    if (location !== undefined) return { location }
    return isArea(text)
      ? { suggestions: [], isArea: true }
      : { suggestions: this.#suggestions(text), isArea: false }
  }

  locate(text: string): Location | undefined {
    if (isNotANumber(text)) return undefined
    return choosePlace(this.#candidates(text), this.#places, this.#tables)
  }

  #candidates(text: string): Candidate[] {
    const { code, rest } = splitCode(text)
    if (code === '') return this.#cities(text)
    const codes = findPostalCodes(code, this.#places, this.#tables)
    const matching = codes.filter((candidate) => partsOf(rest).every((part) => isIn(candidate, part)))
    if (matching.length > 0) return matching
    // A city in whose name there is a digit, or one whose postal code is not known.
    const cities = [text, rest].map((name) => this.#cities(name)).find(({ length }) => length > 0) ?? []
    const near = codes.filter(({ point }) =>
      cities.some((city) => milesBetween(city.point, point) <= sameAreaMiles),
    )
    return near.length > 0 ? near : cities
  }

  #cities(text: string): Candidate[] {
    for (const { name, within } of readingsOf(text)) {
      const key = placeKey(name)
      for (const one of isArea(name) ? [key] : [key, `${key} city`, key.replace(/ city$/, '')]) {
        const found = this.#named(one).filter((candidate) => within.every((part) => isIn(candidate, part)))
        if (found.length > 0) return found
      }
    }
    return []
  }

  /** From the gazetteer and the addresses of the service. */
  #named(key: string): Candidate[] {
    const found = [...(this.#places.byCity.get(key) ?? [])]
    for (const city of this.#tables.cities(key)) {
      const candidate = toCandidate(city, key)
      const addressed = this.#places.byCity
        .get(placeKey(city.name))
        ?.filter((place) => isSamePlace(place, candidate))
      if (found.some((place) => isSamePlace(place, candidate))) continue
      found.push(...(addressed?.length ? addressed : [candidate]))
    }
    return [...new Set(found)]
  }

  #suggestions(text: string): string[] {
    // Names of cities have no commas.
    const readings = readingsOf(text).filter(({ name }) => !name.includes(','))
    const near = new Map<string, Candidate>()
    const add = (candidates: readonly Candidate[]) => {
      for (const candidate of candidates) near.set(labelOf(candidate, this.#tables), candidate)
    }
    // The name is known, but not in this region or country.
    const [first] = readings
    if (first !== undefined && first.within.length > 0) add(this.#named(placeKey(first.name)))
    for (const reading of readings.slice(0, readingsMax)) {
      if (near.size > 0) break
      for (const key of similarKeys(reading))
        add(this.#named(key).filter((candidate) => reading.within.every((part) => isIn(candidate, part))))
    }
    return rankPlaces([...near.values()], this.#places)
      .slice(0, suggestionsMax)
      .map(({ candidate }) => labelOf(candidate, this.#tables))
  }
}

function isSamePlace(one: Candidate, other: Candidate): boolean {
  return one.name === other.name && one.country === other.country && one.region === other.region
}

function isArea(text: string): boolean {
  return parseCountry(text) !== undefined || regionsNamed(placeKey(text)).length > 0
}

/** There is a Nan in Nan, Thailand, but nobody means it: these are coordinates that a client failed to compute. */
function isNotANumber(text: string): boolean {
  return /^nan\s*,\s*nan$/i.test(text)
}
