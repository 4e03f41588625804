/** `/v1/theaters`. */

import { Type } from 'typebox'
import type { Location } from '../../../core/places/choose-place.ts'
import { type ValueOrPromise, whenReady } from '../../../core/when-ready.ts'
import type { CursorKey } from '../../../http/cursor.ts'
import { instant } from '../../../http/openapi/fields.ts'
import { docReply, pageReply } from '../../../http/reply.ts'
import { nearMeta } from '../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache, requireTheater } from '../cinema-context.ts'
import { type Theaters, theaterJson } from '../queries/theater-index.ts'
import { findTheaters, type TheaterMatch } from '../queries/theaters.ts'
import { Theater, type Warning } from '../schema/index.ts'
import { warningsMeta } from '../warnings.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'
import { chosenPlaceWarnings, placeWarnings, unknownFilters } from './list-warnings.ts'
import {
  capability,
  chainId,
  near,
  optionalText,
  paging,
  parseBox,
  pointParams,
  resolvePoint,
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
        'Words in the name or address. All words must match; if no theater matches, one letter of each word of a name or city may be wrong.',
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
      ...chainId,
      state: optionalText('State or region, as in the address.'),
      city: optionalText('City, as in the address.'),
      postal_code: optionalText('Postal code, as in the address.'),
      has_seatmaps: Type.Optional(Type.Boolean({ description: 'Whether individual seats are available.' })),
      ...capability,
      updated_after: Type.Optional(instant({ description: 'Updated after this time.' })),
      ...paging,
    }),
    response: { rows: Theater },
    errors: ['invalid_cursor'],
    cache: catalogueCache,
    handle: ({ query, after }) =>
      whenReady(cinema.theaters.current(), (theaters) =>
        whenReady(resolvePoint(query, theaters, cinema), (location) => {
          const filter = {
            ...query,
            point: location,
            radiusMiles: query.radius_miles,
            box: parseBox(query.bbox),
            updatedAfter: query.updated_after === undefined ? undefined : Date.parse(query.updated_after),
          }
          return whenReady(findTheaters(cinema.db, theaters, filter), (matches) => {
            const page = pageOfMatches(matches, after(), query.limit)
            return whenReady(searchWarnings(cinema, theaters, query, location, matches), (warnings) =>
              pageReply({
                ...page,
                meta: { ...cachedMeta, ...nearMeta(query, location), ...warningsMeta(warnings) },
              }),
            )
          })
        }),
      ),
  })
}

function pageOfMatches(matches: readonly TheaterMatch[], after: CursorKey | undefined, limit: number) {
  const [value, id] = after ?? []
  const remaining =
    value === undefined || value === null
      ? matches
      : matches.filter(({ key }) => key[0] > value || (key[0] === value && key[1] > String(id)))
  return {
    rows: remaining.slice(0, limit + 1),
    limit,
    doc: ({ theater, key: [miles] }: TheaterMatch) =>
      theaterJson(theater, typeof miles === 'number' ? miles : undefined),
    key: (row: TheaterMatch) => row.key,
  }
}

function searchWarnings(
  cinema: CinemaContext,
  theaters: Theaters,
  query: Parameters<typeof placeWarnings>[1] & Parameters<typeof unknownFilters>[2],
  location: Location | undefined,
  matches: readonly TheaterMatch[],
): ValueOrPromise<Warning[]> {
  // A theater that was found is near enough: the nearest one need not be looked for.
  if (matches.length > 0) return location === undefined ? [] : chosenPlaceWarnings(location)
  const ofPlace = placeWarnings(cinema, query, location, theaters)
  return whenReady(ofPlace, async (warnings) => [
    ...warnings,
    ...(await unknownFilters(cinema, theaters, query)),
  ])
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
    handle: ({ params }) =>
      whenReady(cinema.theaters.current(), (theaters) =>
        docReply(theaterJson(requireTheater(theaters, params.theater_id)), cachedMeta),
      ),
  })
}
