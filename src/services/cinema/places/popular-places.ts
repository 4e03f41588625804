/** The places with the most theaters, for readers who have not named one. */

import type { Theaters } from '../queries/theater-index.ts'
import { locate } from './locate.ts'

export interface PopularPlace {
  /** Accepted as `near`. */
  readonly near: string
  readonly theaters: number
}

const placesMax = 12
const triesMax = 40

const placesByTheaters = new WeakMap<Theaters, Promise<readonly PopularPlace[]>>()

/** Most theaters first; only places that `near` finds. Computed once for each state of the theaters. */
export function popularPlaces(theaters: Theaters): Promise<readonly PopularPlace[]> {
  let places = placesByTheaters.get(theaters)
  if (places === undefined) {
    places = findPopularPlaces(theaters)
    placesByTheaters.set(theaters, places)
  }
  return places
}

async function findPopularPlaces(theaters: Theaters): Promise<PopularPlace[]> {
  const counts = new Map<string, number>()
  for (const { city, country, point } of theaters.ordered) {
    if (city === '' || point === undefined) continue
    const near = country === '' ? city : `${city}, ${country.toUpperCase()}`
    counts.set(near, (counts.get(near) ?? 0) + 1)
  }
  const ranked = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  )
  const places: PopularPlace[] = []
  for (const [near, count] of ranked.slice(0, triesMax)) {
    if (places.length === placesMax) break
    const label = (await locate(near, theaters)).location?.label
    if (label !== undefined) places.push({ near: label, theaters: count })
  }
  return places
}
