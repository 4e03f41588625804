/** Completes the beginning of a name to places that have theaters, and knows postal codes and other cities in full. */

import { labelOf } from '../../../core/places/candidate.ts'
import { nearbyMiles } from '../../../core/places/choose-place.ts'
import { findPlace } from '../../../core/places/locate.ts'
import { placeKey } from '../../../core/places/place-key.ts'
import { placeTables } from '../../../core/places/place-tables.ts'
import type { Theaters } from '../queries/theater-index.ts'
import type { PlaceSuggestion } from '../schema/index.ts'
import { theaterPlaces } from './theater-places.ts'

/** Names that begin with the text, those with the most theaters first. */
export function completePlace(text: string, theaters: Theaters, limit: number): readonly PlaceSuggestion[] {
  const key = placeKey(text)
  if (key === '') return []
  const tables = placeTables()
  const served = theaterPlaces(theaters, tables)
  const places = new Map<string, PlaceSuggestion>()
  for (const [name, candidates] of served.byCity) {
    if (!name.startsWith(key)) continue
    for (const candidate of candidates) {
      const near = labelOf(candidate, tables)
      places.set(near, { near, theaters: candidate.addresses, ...candidate.point })
    }
  }
  if (places.size === 0) {
    const location = findPlace(text, served, tables)
    if (location?.label === undefined) return []
    const { label: near, lat, lon } = location
    return [{ near, theaters: theaters.near(location, nearbyMiles).length, lat, lon }]
  }
  return [...places.values()]
    .sort((one, other) => other.theaters - one.theaters || (one.near < other.near ? -1 : 1))
    .slice(0, limit)
}
