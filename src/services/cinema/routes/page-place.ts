/** What the pages of the cinema share: the place and the day of their query. */

import { Type } from 'typebox'
import type { Location } from '../../../core/places/choose-place.ts'
import { day } from '../../../http/openapi/fields.ts'
import type { AnyRoute } from '../../../http/route.ts'
import { availabilityCache, type CinemaContext } from '../cinema-context.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { type PlaceNotes, type PlaceProblem, toPlaceProblem } from './cinema-pages/parts.ts'
import { nearestBeyond } from './list-warnings.ts'
import { near, pointParams, resolvePoint } from './params.ts'

export const pageRoute = {
  method: 'GET',
  tag: 'Showtimes',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  cache: availabilityCache,
} as const satisfies Partial<AnyRoute>

export const placeParams = {
  // A form sends its fields even if they are empty.
  near: Type.Optional(Type.String({ ...near.near, minLength: 0 })),
  radius_miles: pointParams.radius_miles,
  date: Type.Optional(
    Type.Union([day({ description: 'A business date. Default: today.' }), Type.Literal('')]),
  ),
}

interface Located {
  readonly location?: Location
  readonly problem?: PlaceProblem
}

/** A place that is not found is a message on the page, beside the box in which to correct it. */
export async function locatePlace(near: string, theaters: Theaters, cinema: CinemaContext): Promise<Located> {
  if (near === '') return {}
  try {
    const location = await resolvePoint({ near }, theaters, cinema)
    return location === undefined ? {} : { location }
  } catch (thrown) {
    return { problem: toPlaceProblem(thrown) }
  }
}

export function toNotes(radiusMiles: number, location: Location | undefined, theaters: Theaters): PlaceNotes {
  if (location === undefined) return {}
  return { reason: location.reason, nearest: nearestBeyond(radiusMiles, location, theaters) }
}
