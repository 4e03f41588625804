/** The places with the most theaters, for readers who have not named one. */

import type { Theaters } from '../queries/theater-index.ts'
import type { CinemaDirectory } from '../sources/cinema-member.ts'
import { locate } from './locate.ts'

export interface PopularPlace {
  /** Accepted as `near`. */
  readonly near: string
  readonly theaters: number
}

const placesMax = 12
const triesMax = 40

const placesByTheaters = new WeakMap<Theaters, readonly PopularPlace[]>()

/** Most theaters first; only places that `near` finds. Computed once for each state of the theaters. */
export function popularPlaces(theaters: Theaters): readonly PopularPlace[] {
  let places = placesByTheaters.get(theaters)
  if (places === undefined) {
    places = findPopularPlaces(theaters)
    placesByTheaters.set(theaters, places)
  }
  return places
}

function findPopularPlaces(theaters: Theaters): PopularPlace[] {
  const ranked = rankCities(theaters.ordered.filter(({ point }) => point !== undefined))
  const places: PopularPlace[] = []
  for (const [near, count] of ranked.slice(0, triesMax)) {
    if (places.length === placesMax) break
    const label = locate(near, theaters).location?.label
    if (label !== undefined) places.push({ near: label, theaters: count })
  }
  return places
}

const usualPlaces = new WeakMap<CinemaDirectory, string | undefined>()

/** The city with the most theaters in the registry: it does not change while they are collected. Undefined if none is named. */
export function usualPlace(directory: CinemaDirectory): string | undefined {
  if (!usualPlaces.has(directory)) {
    const members = [...directory.members.values()].flat().filter(({ off }) => off === undefined)
    const cities = members.map(({ address: { city = '', country = '' } }) => ({ city, country }))
    usualPlaces.set(directory, rankCities(cities)[0]?.[0])
  }
  return usualPlaces.get(directory)
}

interface CityAddress {
  readonly city: string
  readonly country: string
}

/** Most theaters first, then by name. */
function rankCities(addresses: readonly CityAddress[]): [near: string, theaters: number][] {
  const counts = new Map<string, number>()
  for (const { city, country } of addresses) {
    if (city === '') continue
    const near = country === '' ? city : `${city}, ${country.toUpperCase()}`
    counts.set(near, (counts.get(near) ?? 0) + 1)
  }
  return [...counts].sort(([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1))
}
