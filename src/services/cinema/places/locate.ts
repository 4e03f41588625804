/** Geocodes offline: "lat,lon", a postal code, or the name of a city. */

import { parseCountry } from '../../../core/places/countries.ts'
import { regionsNamed } from '../../../core/places/gazetteer.ts'
import { placeKey } from '../../../core/places/place-key.ts'
import { milesBetween, type Point } from '../queries/distance.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { type Candidate, isIn, labelOf, toCandidate } from './candidate.ts'
import { choosePlace, type Location, rankPlaces } from './choose-place.ts'
import { loadPlaceTables, type PlaceTables } from './place-tables.ts'
import { findPostalCodes } from './postal-codes.ts'
import { cleanPlace, partsOf, readingsOf, splitCode } from './read-place.ts'
import { similarKeys } from './suggest-places.ts'
import { type TheaterPlaces, theaterPlaces } from './theater-places.ts'

/** A place, or what may have been meant by an unknown one: values for `near`. */
export type Answer =
  | { readonly location: Location }
  | {
      readonly location?: undefined
      readonly suggestions: readonly string[]
      /** The name is that of a region or a country. */
      readonly isArea: boolean
    }

/** Clients repeat the same few places. Emptied when it is full, and with every change of the theaters. */
const answers = new WeakMap<Theaters, Map<string, Answer>>()
const answersMax = 2_000

export async function locate(near: string, theaters: Theaters): Promise<Answer> {
  const point = parsePoint(near)
  if (point !== undefined) return { location: { ...point, alternatives: [] } }
  const known = answers.get(theaters)?.get(near)
  if (known !== undefined) return known
  const tables = await loadPlaceTables()
  const answer = new Search(theaters, tables).find(cleanPlace(near))
  const all = answers.get(theaters) ?? new Map<string, Answer>()
  if (all.size >= answersMax) all.clear()
  answers.set(theaters, all.set(near, answer))
  return answer
}

/** Any two doubles, as they are usually written. */
const coordinates = /^\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*,\s*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)\s*$/i

/** Not necessarily on the globe. */
export function parsePoint(near: string): Point | undefined {
  const [, lat, lon] = coordinates.exec(near) ?? []
  return lat === undefined || lon === undefined ? undefined : { lat: Number(lat), lon: Number(lon) }
}

/** A postal code and a city beside it are one place if they are not farther apart. */
const sameAreaMiles = 60
const suggestionsMax = 3
/** Readings of one text for which similar names are looked up. */
const readingsMax = 3

class Search {
  readonly #theaters: Theaters
  readonly #tables: PlaceTables
  readonly #places: TheaterPlaces

  constructor(theaters: Theaters, tables: PlaceTables) {
    this.#theaters = theaters
    this.#tables = tables
    this.#places = theaterPlaces(theaters, tables)
  }

  find(text: string): Answer {
    if (isNotANumber(text)) return { suggestions: [], isArea: false }
    const location = choosePlace(this.#candidates(text), this.#theaters, this.#tables)
    if (location !== undefined) return { location }
    return isArea(text)
      ? { suggestions: [], isArea: true }
      : { suggestions: this.#suggestions(text), isArea: false }
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

  /** From the gazetteer and the addresses of theaters. */
  #named(key: string): Candidate[] {
    const ofTheaters = [...(this.#places.byCity.get(key) ?? [])]
    for (const city of this.#tables.cities(key)) {
      const candidate = toCandidate(city, key)
      const addressed = this.#places.byCity
        .get(placeKey(city.name))
        ?.filter((place) => isSamePlace(place, candidate))
      if (ofTheaters.some((place) => isSamePlace(place, candidate))) continue
      ofTheaters.push(...(addressed?.length ? addressed : [candidate]))
    }
    return [...new Set(ofTheaters)]
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
    return rankPlaces([...near.values()], this.#theaters)
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
