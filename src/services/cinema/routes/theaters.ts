/** `/v1/theaters`. */

import { Type } from 'typebox'
import type { Location } from '../../../core/places/choose-place.ts'
import { instant } from '../../../http/openapi/fields.ts'
import { docReply, pageReply } from '../../../http/reply.ts'
import { nearMeta } from '../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache, requireTheater } from '../cinema-context.ts'
import { type Theaters, theaterJson } from '../queries/theater-index.ts'
import { findTheaters, matchesAfter, type TheaterMatch } from '../queries/theaters.ts'
import { Theater, type Warning } from '../schema/index.ts'
import { warningsMeta } from '../warnings.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'
import { chosenPlaceWarnings, placeWarnings, type TheaterQuery, unknownFilters } from './list-warnings.ts'
import {
  capability,
  chainIds,
  near,
  optionalText,
  paging,
  parseBox,
  pointParams,
  resolvePoint,
  severalValues,
} from './params.ts'

export function theaterRoutes(cinema: CinemaContext): AnyRoute[] {
  return [searchRoute(cinema), theaterRoute(cinema)]
}

function searchRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/theaters/search',
    id: 'searchTheaters',
    summary: 'Search theaters',
    description: 'Sorted by name; with `lat` and `lon` or `near`, by distance.',
    query: Type.Object({
      q: optionalText(
        'Words in the name or address; the last one may be half-typed. All words must match; if no theater matches, one letter of each word of a name or city may be wrong, or one of the whole name.',
      ),
      ...near,
      ...pointParams,
      bbox: Type.Optional(
        Type.String({
          maxLength: 120,
          description:
            '`min_lon,min_lat,max_lon,max_lat`. If min_lon is greater than max_lon, the box crosses the antimeridian.',
          examples: ['-0.5,51.3,0.3,51.7'],
        }),
      ),
      ...chainIds,
      state: severalValues('State or region, as in the address.'),
      city: severalValues('City, as in the address.'),
      postal_code: severalValues('Postal code, as in the address.'),
      has_seatmaps: Type.Optional(Type.Boolean({ description: 'Whether individual seats are available.' })),
      ...capability,
      updated_after: Type.Optional(instant({ description: 'Updated after this time.' })),
      ...paging,
    }),
    response: { rows: Theater },
    hasPositions: true,
    cache: catalogueCache,
    handle: async ({ query, after }) => {
      const theaters = await cinema.theaters.current()
      const location = await resolvePoint(query, theaters, cinema)
      const matches = findTheaters(theaters, {
        ...query,
        point: location,
        radiusMiles: query.radius_miles,
        box: parseBox(query.bbox),
        updatedAfter: query.updated_after === undefined ? undefined : Date.parse(query.updated_after),
      })
      const warnings = await searchWarnings(cinema, theaters, query, location, matches)
      return pageReply({
        rows: matchesAfter(matches, after()).slice(0, query.limit + 1),
        limit: query.limit,
        doc: ({ theater, key: [miles] }) =>
          theaterJson(theater, typeof miles === 'number' ? miles : undefined),
        key: (match) => match.key,
        meta: {
          ...cachedMeta,
          total: matches.length,
          ...nearMeta(query, location),
          ...warningsMeta(warnings),
        },
      })
    },
  })
}

async function searchWarnings(
  cinema: CinemaContext,
  theaters: Theaters,
  query: Parameters<typeof placeWarnings>[1] & TheaterQuery,
  location: Location | undefined,
  matches: readonly TheaterMatch[],
): Promise<Warning[]> {
  // A theater that was found is near enough: the nearest one need not be looked for.
  if (matches.length > 0) return location === undefined ? [] : chosenPlaceWarnings(location)
  return [
    ...(await placeWarnings(cinema, query, location, theaters)),
    ...(await unknownFilters(cinema, theaters, query)),
  ]
}

function theaterRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/theaters/:theater_id',
    id: 'getTheater',
    summary: 'Get a theater',
    params: Type.Object({ theater_id: Type.String({ description: '`id` of the theater.' }) }),
    response: { data: Theater },
    cache: catalogueCache,
    handle: async ({ params }) =>
      docReply(theaterJson(requireTheater(await cinema.theaters.current(), params.theater_id)), cachedMeta),
  })
}
