/** What `meta.warnings` says about the place in `near`: why it was chosen, and why a list is empty. */

import type { Location } from '../../../core/places/choose-place.ts'
import type { Theaters } from '../queries/theater-index.ts'
import type { Warning } from '../schema/index.ts'

interface PlaceQuery {
  readonly radius_miles: number
}

export function placeWarnings(
  { radius_miles }: PlaceQuery,
  location: Location | undefined,
  theaters: Theaters,
): Warning[] {
  if (location === undefined) return []
  const { reason } = location
  const warnings: Warning[] =
    reason === undefined
      ? []
      : [{ code: 'other_place_chosen', message: `${reason} meta.near lists the alternatives.` }]
  const nearest = nearestBeyond(radius_miles, location, theaters)
  if (nearest === undefined) return warnings
  const message = `${nearest.text} Use a larger radius_miles or another place.`
  return [...warnings, { code: 'no_theaters_nearby', message }]
}

export interface NearestTheater {
  readonly text: string
  /** A radius that includes it. */
  readonly miles: number
}

/** The nearest theater; undefined if there is one within the radius. */
export function nearestBeyond(
  radiusMiles: number,
  location: Location,
  theaters: Theaters,
): NearestTheater | undefined {
  const nearest = theaters.nearest(location)
  if (nearest === undefined || nearest.miles <= radiusMiles) return undefined
  const miles = toMiles(nearest.miles)
  const place = location.label ?? 'this point'
  const text = `No theater is within ${radiusMiles} miles of ${place}. The nearest is ${miles.toLocaleString('en')} miles away: ${nearest.theater.name}.`
  return { text, miles }
}

/** Rounded up, so that the number works as `radius_miles`. */
function toMiles(miles: number): number {
  return miles < 10 ? Math.ceil(miles * 10) / 10 : Math.ceil(miles)
}
