/** Fills in the region of a city that the text does not name. */

import { citiesNamed } from './gazetteer.ts'
import type { Place } from './place.ts'
import { placeKey } from './place-key.ts'

/**
 * Of several cities of the country with this name, the one in a region of the other places, else the largest. Some countries, such as
 * Singapore, have no regions.
 */
export function withRegions(places: readonly Place[]): readonly Place[] {
  if (!places.some(lacksRegion)) return places
  const regions = new Set(places.filter(({ region }) => region !== undefined).map(areaId))
  return places.map((place) => {
    if (!lacksRegion(place)) return place
    const key = placeKey(place.city as string)
    const cities = citiesNamed(key).filter(
      ({ country, name }) => country === place.country && (name === place.city || placeKey(name) === key),
    )
    const region = (cities.find((city) => regions.has(areaId(city))) ?? cities[0])?.region
    return region === undefined ? place : { ...place, region }
  })
}

function lacksRegion({ city, region, country }: Place): boolean {
  return city !== undefined && region === undefined && country !== undefined
}

function areaId({ country, region }: Area): string {
  return `${country}-${region}`
}

interface Area {
  readonly country?: string
  readonly region?: string | undefined
}
