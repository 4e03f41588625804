/** What `meta` says about the place in `near`: which one was chosen, and why a list is empty. */

import type { Location } from '../places/choose-place.ts'
import type { Theaters } from '../queries/theater-index.ts'
import type { Warning } from '../schema/index.ts'

interface PlaceQuery {
  readonly near?: string
  readonly radius_miles: number
}

export function nearMeta({ near }: Pick<PlaceQuery, 'near'>, location: Location | undefined) {
  if (near === undefined || location === undefined) return {}
  const { lat, lon, label, alternatives } = location
  return {
    near: {
      ...(label === undefined ? {} : { place: label }),
      lat: roundDegrees(lat),
      lon: roundDegrees(lon),
      ...(alternatives.length === 0 ? {} : { alternatives }),
    },
  }
}

/** Ten metres are more than enough. */
function roundDegrees(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

export function placeWarnings(
  { radius_miles }: PlaceQuery,
  location: Location | undefined,
  theaters: Theaters,
): Warning[] {
  if (location === undefined) return []
  const { label, reason } = location
  const warnings: Warning[] = reason === undefined ? [] : [{ code: 'other_place_chosen', message: reason }]
  const nearest = theaters.nearest(location)
  if (nearest === undefined || nearest.miles <= radius_miles) return warnings
  const message = `No theater is within ${radius_miles} miles of ${label ?? 'this point'}. The nearest is ${toMiles(nearest.miles)} miles away: ${nearest.theater.name}. Use a larger radius_miles or another place.`
  return [...warnings, { code: 'no_theaters_nearby', message }]
}

/** Rounded up, so that the number works as `radius_miles`. */
function toMiles(miles: number): number {
  return miles < 10 ? Math.ceil(miles * 10) / 10 : Math.ceil(miles)
}
