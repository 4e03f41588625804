/** Query parameters that several cinema routes share, and their parsers. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import type { Location } from '../../../core/places/choose-place.ts'
import { parseDegrees } from '../../../core/places/coordinates.ts'
import type { Box, Point } from '../../../core/places/distance.ts'
import { parseValues } from '../../../core/text/filter-values.ts'
import { fieldsParameter, splitFields } from '../../../http/list-fields.ts'
import {
  cursor,
  day,
  instant,
  limit,
  totalParameter,
  valuesParameter,
  withDefault,
} from '../../../http/openapi/fields.ts'
import { requireOnGlobe, unknownPlace } from '../../../http/request/near-failure.ts'
import { quote } from '../../../http/request/query-string.ts'
import { type CinemaContext, isStillCollecting } from '../cinema-context.ts'
import { locate } from '../places/locate.ts'
import type { Theaters } from '../queries/theater-index.ts'
import {
  CapabilityName,
  type ListExpansion,
  listExpansions,
  MaxAge,
  SeatDetail,
  SourceMode,
} from '../schema/index.ts'

/** What the routes of artifacts and sync runs share. */
export const operationsRoute = {
  method: 'GET',
  tag: 'Operations',
  access: 'key_or_token',
  cache: 'no-store',
} as const

export const optionalText = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }))

export const sourceId = { source_id: optionalText('Filter by source.') }
export const severalValues = (description: string, example?: string) =>
  valuesParameter(`${description} Takes several values (\`a|b\`) and values to exclude (\`!a\`).`, example)

export const chainIds = { chain_id: severalValues('Filter by chain.') }
export const theaterIds = { theater_id: severalValues('Filter by theater.') }
export const movieIds = { movie_id: severalValues('Filter by movie.') }
export const total = { total: totalParameter }

export const chainId = { chain_id: optionalText('Filter by chain.') }
export const theaterId = { theater_id: optionalText('Filter by theater.') }
export const movieId = { movie_id: optionalText('Filter by movie.') }
export const capability = { capability: Type.Optional(CapabilityName) }

export const fields = { fields: Type.Optional(fieldsParameter) }

export const paging = { limit: limit(), cursor: Type.Optional(cursor()) }

export const days = {
  date: Type.Optional(
    day({
      description:
        'Business date, as the source reports it; otherwise shows before 06:00 local time belong to the day before.',
    }),
  ),
  days: withDefault(
    Type.Integer({
      minimum: 1,
      maximum: 45,
      description:
        'Number of business dates, from `date` or the calendar day at the theater. After midnight, shows of the evening before that still run are included.',
    }),
    1,
  ),
}

export const window = {
  from: Type.Optional(instant({ description: 'Starts at or after this instant.' })),
  to: Type.Optional(instant({ description: 'Starts at or before this instant.' })),
}

const latitude = { format: 'double', minimum: -90, maximum: 90 }
const longitude = { format: 'double', minimum: -180, maximum: 180 }
const radiusMax = 12_500

export const pointParams = {
  lat: Type.Optional(Type.Number({ ...latitude, description: 'Latitude; requires `lon`.' })),
  lon: Type.Optional(Type.Number({ ...longitude, description: 'Longitude; requires `lat`.' })),
  radius_miles: withDefault(
    Type.Number({
      format: 'double',
      minimum: 0,
      maximum: radiusMax,
      description: 'Great-circle distance from the point.',
    }),
    25,
  ),
}

export const near = {
  near: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description:
        'A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which.',
      examples: ['10001'],
    }),
  ),
}

export const include = {
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Comma-separated expansions: ${listExpansions.join(', ')}.`,
      examples: ['movie,theater'],
    }),
  ),
}

export const seatDetail = { seat_detail: withDefault(SeatDetail, 'summary') }

export const sourceModeParams = {
  source_mode: withDefault(SourceMode, 'cached'),
  freshness: Type.Optional(MaxAge),
}

const noExpansions: ReadonlySet<ListExpansion> = new Set()
const isExpansion = (name: string): name is ListExpansion => listExpansions.includes(name as ListExpansion)

/** With the expansions that `fields` names. Throws `invalid_request` for an unknown one in `include`. */
export function parseInclude({
  include: text,
  fields,
}: {
  readonly include?: string | undefined
  readonly fields?: string | undefined
}): ReadonlySet<ListExpansion> {
  const selected = (splitFields(fields) ?? []).filter(isExpansion)
  if (text === undefined) return selected.length === 0 ? noExpansions : new Set(selected)
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !isExpansion(name))
  if (unknown !== undefined) {
    const message = `The parameter "include" has an unknown value ${quote(unknown)}; the values are ${listExpansions.join(', ')}.`
    throw new Failure('invalid_request', message, {
      details: { parameter: 'include', allowed: listExpansions },
    })
  }
  return new Set([...(names as ListExpansion[]), ...selected])
}

interface Filter {
  readonly included?: readonly string[]
  readonly excluded?: readonly string[]
}

/** The values of `a|b` and of `!a`, each only if there are any. Blanks include nothing. */
export function parseFilter(text: string | undefined): Filter {
  if (text === undefined) return {}
  const { included, excluded } = parseValues(text)
  return {
    ...(included.length > 0 || excluded.length === 0 ? { included } : {}),
    ...(excluded.length > 0 ? { excluded } : {}),
  }
}

/** The theaters of `theater_id` within the radius; undefined if neither selects any. */
export function selectTheaterIds(
  theaters: Theaters,
  theater_id: string | undefined,
  distances: ReadonlyMap<string, number> | undefined,
): readonly string[] | undefined {
  if (theater_id === undefined) return distances && [...distances.keys()]
  const { included = [...theaters.byId.keys()], excluded } = parseFilter(theater_id)
  return included.filter((id) => !excluded?.includes(id) && (distances === undefined || distances.has(id)))
}

/** Miles by id of the theaters within the radius, the nearest first; undefined without a point. */
export function distancesFrom(
  theaters: Theaters,
  point: Point | undefined,
  radiusMiles: number,
): ReadonlyMap<string, number> | undefined {
  return point && new Map(theaters.near(point, radiusMiles).map(({ theater, miles }) => [theater.id, miles]))
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `15m` in milliseconds. */
export function parseMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ageMs = Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]
  return Math.min(ageMs, Number.MAX_SAFE_INTEGER)
}

function parsePoint(query: {
  readonly lat?: number | undefined
  readonly lon?: number | undefined
}): Point | undefined {
  const { lat, lon } = query
  if (lat === undefined && lon === undefined) return undefined
  if (lat !== undefined && lon !== undefined) return { lat, lon }
  throw new Failure('invalid_request', '"lat" and "lon" must be used together.', {
    details: { parameter: lat === undefined ? 'lat' : 'lon', expected: 'both or neither' },
  })
}

/** `lat` and `lon`, otherwise the place in `near`; undefined without either. */
export async function resolvePoint(
  query: { readonly near?: string; readonly lat?: number; readonly lon?: number },
  theaters: Theaters,
  cinema: CinemaContext,
): Promise<Location | undefined> {
  const point = parsePoint(query)
  if (point !== undefined) return { ...point, alternatives: [] }
  return query.near === undefined ? undefined : await resolvePlace(query.near, theaters, cinema)
}

async function resolvePlace(near: string, theaters: Theaters, cinema: CinemaContext): Promise<Location> {
  requireOnGlobe(near)
  const answer = locate(near, theaters)
  if (answer.location !== undefined) return answer.location
  // It may be the postal code of a theater that the first sync has not reached.
  if (/\d/.test(near) && (await isStillCollecting(cinema, theaters))) {
    throw new Failure(
      'not_ready',
      'The place in "near" is not known yet: theaters are still being collected for the first time.',
      { details: { parameter: 'near' }, retryAfterSeconds: 5 },
    )
  }
  throw unknownPlace(near, answer)
}

/** `min_lon,min_lat,max_lon,max_lat`. If min_lon is greater than max_lon, the box crosses the antimeridian. */
export function parseBox(text: string | undefined): Box | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',')
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] =
    parts.map(parseDegrees)
  const isValid =
    parts.length === 4 &&
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90 &&
    south <= north
  if (isValid) return { west, south, east, north }
  throw new Failure(
    'invalid_request',
    'The parameter "bbox" must be min_lon,min_lat,max_lon,max_lat, such as -0.5,51.3,0.3,51.7.',
    {
      details: { parameter: 'bbox', expected: 'min_lon,min_lat,max_lon,max_lat' },
    },
  )
}

/** In milliseconds. Throws `invalid_request` if `to` is before `from`. */
export function parseWindow(query: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): { readonly from: number | undefined; readonly to: number | undefined } {
  const from = query.from === undefined ? undefined : Date.parse(query.from)
  const to = query.to === undefined ? undefined : Date.parse(query.to)
  if (from !== undefined && to !== undefined && from > to) {
    throw new Failure('invalid_request', '"to" is before "from".', {
      details: { parameter: 'to', expected: 'an instant after "from"' },
    })
  }
  return { from, to }
}
