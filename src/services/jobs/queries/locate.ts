/** Finds the point of `near`: coordinates, or the name of a city, possibly with its region or country. */

import { countryName, parseCountry } from '../../../core/places/countries.ts'
import { citiesNamed, regionsNamed } from '../../../core/places/gazetteer.ts'
import { placeKey } from '../../../core/places/place-key.ts'

export interface Point {
  readonly lat: number
  readonly lon: number
}

export interface Location extends Point {
  /** What was found; undefined for coordinates. */
  readonly label?: string
}

const coordinates = /^\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*$/

/** Of several cities with this name, the largest. Undefined for an unknown place. */
export function locate(near: string): Location | undefined {
  const [, lat, lon] = coordinates.exec(near) ?? []
  if (lat !== undefined && lon !== undefined) {
    const point = { lat: Number(lat), lon: Number(lon) }
    return Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180 ? point : undefined
  }
  const [name = '', ...qualifiers] = near.split(',').map((part) => part.trim())
  // There is a Nan in Nan, Thailand, but nobody means it: these are coordinates that a client failed to compute.
  if (/^nan$/i.test(name) && qualifiers.length > 0) return undefined
  const found = citiesNamed(placeKey(name)).find((city) =>
    qualifiers.every((qualifier) => isIn(city, qualifier)),
  )
  if (found === undefined) return undefined
  const { lat: cityLat, lon: cityLon, region, country } = found
  const label = [found.name, region, countryName(country)].filter((part) => part !== undefined).join(', ')
  return { lat: cityLat, lon: cityLon, label }
}

function isIn(city: { readonly country: string; readonly region: string | undefined }, qualifier: string) {
  return (
    parseCountry(qualifier) === city.country ||
    qualifier.toUpperCase() === city.region ||
    regionsNamed(placeKey(qualifier)).some(
      ({ country, code }) => country === city.country && code === city.region,
    )
  )
}
