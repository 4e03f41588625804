/** `/v1/theaters`. */

import { Type } from 'typebox'
import { instant } from '../../../http/openapi/fields.ts'
import { docReply, pageReply } from '../../../http/reply.ts'
import { nearMeta } from '../../../http/response/near-meta.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache, requireTheater } from '../cinema-context.ts'
import { theaterJson } from '../queries/theater-index.ts'
import { findTheaters } from '../queries/theaters.ts'
import { Theater } from '../schema/index.ts'
import { warningsMeta } from '../warnings.ts'
import { cachedMeta, catalogueRoute } from './list-replies.ts'
import { placeWarnings, unknownFilters } from './list-warnings.ts'
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
    handle: async ({ query, after }) => {
      const { q, chain_id, state, city, postal_code, has_seatmaps, updated_after, limit } = query
      const theaters = await cinema.theaters.current()
      const location = await resolvePoint(query, theaters, cinema)
      const matches = await findTheaters(cinema.db, theaters, {
        q,
        chain_id,
        state,
        city,
        postal_code,
        has_seatmaps,
        capability: query.capability,
        point: location,
        radiusMiles: query.radius_miles,
        box: parseBox(query.bbox),
        updatedAfter: updated_after === undefined ? undefined : Date.parse(updated_after),
      })
      const [value, id] = after() ?? []
      const remaining =
        value === undefined || value === null
          ? matches
          : matches.filter(({ key }) => key[0] > value || (key[0] === value && key[1] > String(id)))
      const rows = remaining.slice(0, limit + 1)
      return pageReply({
        rows,
        limit,
        doc: ({ theater, key: [miles] }) =>
          theaterJson(theater, typeof miles === 'number' ? miles : undefined),
        key: (row) => row.key,
        meta: {
          ...cachedMeta,
          ...nearMeta(query, location),
          ...warningsMeta([
            ...(await placeWarnings(cinema, query, location, theaters)),
            ...(matches.length === 0 ? await unknownFilters(cinema, theaters, query) : []),
          ]),
        },
      })
    },
  })
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
    handle: async ({ params }) => {
      const theaters = await cinema.theaters.current()
      return docReply(theaterJson(requireTheater(theaters, params.theater_id)), cachedMeta)
    },
  })
}
