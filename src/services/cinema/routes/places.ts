/** `/v1/places/suggest`. */

import { Type } from 'typebox'
import { limit } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache } from '../cinema-context.ts'
import { completePlace } from '../places/complete-place.ts'
import { PlaceSuggestion } from '../schema/index.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'

export function placeRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/places/suggest',
    id: 'suggestPlaces',
    summary: 'Complete a place',
    description:
      'Cities in the addresses of theaters whose name begins with the text, those with the most theaters first. If there is none, the place that `near` would choose for the whole text.',
    query: Type.Object({
      q: Type.String({
        minLength: 1,
        maxLength: 120,
        description: 'The beginning of the name of a city, or a postal code.',
        examples: ['lon'],
      }),
      limit: limit(20, 8),
    }),
    response: { rows: PlaceSuggestion },
    cache: catalogueCache,
    handle: async ({ query: { q, limit } }) => {
      const places = completePlace(q, await cinema.theaters.current(), limit)
      return { rows: places.map((place) => JSON.stringify(place)), meta: cachedMeta }
    },
  })
}
