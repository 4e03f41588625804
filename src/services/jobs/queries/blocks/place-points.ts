/** Where the cities of the dictionary are, for searches around a place. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { distance } from 'geokdbush'
import { parseCountry } from '../../../../core/places/countries.ts'
import { kmPerMile, type Point } from '../../../../core/places/distance.ts'
import { citiesNamed } from '../../../../core/places/gazetteer.ts'
import { placeKey } from '../../../../core/places/place-key.ts'
import { splitPipes } from '../../schema/facets.ts'
import type { Dictionary } from './dictionary.ts'

/** A few milliseconds of work. */
const valuesPerTick = 500

export class PlacePoints {
  /** By code of the dictionary; values that are no places have none. */
  readonly #points = new Map<number, readonly Point[]>()
  #known = 0
  /** A search around a place asks twice. */
  #last: { readonly key: string; readonly miles: Float64Array } | undefined

  /** By the code of a value: how far away the nearest city is that it names, or Infinity beyond the distance. */
  async milesWithin(dictionary: Dictionary, centre: Point, milesMax: number): Promise<Float64Array> {
    for (; this.#known < dictionary.size; this.#known++) {
      const points = pointsOf(dictionary.entry(this.#known))
      if (points.length > 0) this.#points.set(this.#known, points)
      if (this.#known % valuesPerTick === 0) await nextTurn()
    }
    const key = `${dictionary.size} ${centre.lat} ${centre.lon} ${milesMax}`
    if (this.#last?.key === key) return this.#last.miles
    const miles = new Float64Array(dictionary.size).fill(Number.POSITIVE_INFINITY)
    for (const [code, points] of this.#points) {
      const nearest = Math.min(...points.map((point) => milesBetween(centre, point)))
      if (nearest <= milesMax) miles[code] = nearest
    }
    this.#last = { key, miles }
    return miles
  }
}

function pointsOf({ field, value }: { readonly field: string; readonly value: string }): Point[] {
  if (field !== 'city' && field !== 'region') return []
  return splitPipes(value).flatMap((key) => pointOfKey(field, key) ?? [])
}

/** Undefined if the key is not that of a city that is known. */
export function pointOfKey(field: 'city' | 'region', key: string): Point | undefined {
  return field === 'city' ? pointOfCity(key) : pointOfCityInRegion(key)
}

export function milesBetween(one: Point, other: Point): number {
  return distance(one.lon, one.lat, other.lon, other.lat) / kmPerMile
}

/** `hong kong, hong kong`: of a city without a region. The others are found by their regions. */
function pointOfCity(key: string): Point | undefined {
  const at = key.lastIndexOf(', ')
  const country = at === -1 ? undefined : parseCountry(key.slice(at + 2))
  if (country === undefined) return undefined
  return citiesNamed(placeKey(key.slice(0, at))).find(
    (city) => city.country === country && city.region === undefined,
  )
}

/** `us-or/portland` */
function pointOfCityInRegion(key: string): Point | undefined {
  const [, country, region, name] = /^([a-z]{2})-([^/]+)\/(.+)$/.exec(key) ?? []
  if (country === undefined || region === undefined || name === undefined) return undefined
  return citiesNamed(placeKey(name)).find(
    (city) => city.country === country.toUpperCase() && city.region === region.toUpperCase(),
  )
}
