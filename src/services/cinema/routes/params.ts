/** The query parameters several cinema routes share, and what they mean together. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { cursor, day, instant, limit, withDefault } from '../../../http/openapi/fields.ts'
import { locate } from '../places/locate.ts'
import type { Box, Point } from '../queries/distance.ts'
import type { Theaters } from '../queries/theater-index.ts'
import { type Expansion, expansions, MaxAge, SeatDetail, SourceMode } from '../schema/index.ts'

const optionalId = (what: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: what }))

export const chainId = { chain_id: optionalId('Only of this chain.') }
export const theaterId = { theater_id: optionalId('Only of this theater.') }
export const movieId = { movie_id: optionalId('Only of this movie.') }

export const paging = { limit: limit(), cursor: Type.Optional(cursor()) }

export const days = {
  date: Type.Optional(
    day({ description: 'The cinema day: a show after midnight belongs to the evening before.' }),
  ),
  days: withDefault(
    Type.Integer({ minimum: 1, maximum: 45, description: 'How many cinema days, from `date` or today on.' }),
    1,
  ),
}

export const window = {
  from: Type.Optional(instant({ description: 'Starts at or after this instant.' })),
  to: Type.Optional(instant({ description: 'Starts at or before this instant.' })),
}

const latitude = { format: 'double', minimum: -90, maximum: 90 }
const longitude = { format: 'double', minimum: -180, maximum: 180 }
export const radiusMax = 12_500

export const pointParams = {
  lat: Type.Optional(Type.Number({ ...latitude, description: 'Goes with `lon`.' })),
  lon: Type.Optional(Type.Number({ ...longitude, description: 'Goes with `lat`.' })),
  radius_miles: withDefault(
    Type.Number({
      format: 'double',
      minimum: 0,
      maximum: radiusMax,
      description: 'How far from the point, along a great circle.',
    }),
    25,
  ),
}

export const near = {
  near: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'A place by name, by postal code or as `lat,lon`; `lat` and `lon` are preferred.',
      examples: ['10001'],
    }),
  ),
}

export const include = {
  include: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Expansions, separated by commas: ${expansions.join(', ')}.`,
      examples: ['movie,theater'],
    }),
  ),
}

export const seatDetail = { seat_detail: withDefault(SeatDetail, 'summary') }

export const sourceModeParams = {
  source_mode: withDefault(SourceMode, 'cached'),
  freshness: Type.Optional(MaxAge),
}

/** Throws `invalid_request` for an expansion there is none of. */
export function parseInclude(text: string | undefined): ReadonlySet<Expansion> {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.find((name) => !expansions.includes(name as Expansion))
  if (unknown !== undefined) {
    throw new Failure('invalid_request', 'There is no such expansion.', {
      details: { parameter: 'include', allowed: expansions },
    })
  }
  return new Set(names as Expansion[])
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `15m` in milliseconds. */
export function parseMaxAge(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]
}

/** Both or neither. */
function parsePoint(query: {
  readonly lat?: number | undefined
  readonly lon?: number | undefined
}): Point | undefined {
  const { lat, lon } = query
  if (lat === undefined && lon === undefined) return undefined
  if (lat !== undefined && lon !== undefined) return { lat, lon }
  throw new Failure('invalid_request', 'The parameters "lat" and "lon" go together.', {
    details: { parameter: lat === undefined ? 'lat' : 'lon', expected: 'both or neither' },
  })
}

/** The point itself, or the place that was named. */
export async function resolvePoint(
  query: { readonly near?: string; readonly lat?: number; readonly lon?: number },
  theaters: Theaters,
): Promise<Point | undefined> {
  const point = parsePoint(query)
  if (point !== undefined || query.near === undefined) return point
  return await locate(query.near, theaters)
}

/** `min_lon,min_lat,max_lon,max_lat`; the first may be greater than the third: then it crosses the antimeridian. */
export function parseBox(text: string | undefined): Box | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',')
  const numbers = parts.map((part) =>
    /^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(part) ? Number(part) : Number.NaN,
  )
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers
  const isValid =
    parts.length === 4 &&
    Math.abs(west) <= 180 &&
    Math.abs(east) <= 180 &&
    Math.abs(south) <= 90 &&
    Math.abs(north) <= 90 &&
    south <= north
  if (isValid) return { west, south, east, north }
  throw new Failure('invalid_request', 'The parameter "bbox" is not a box.', {
    details: { parameter: 'bbox', expected: 'min_lon,min_lat,max_lon,max_lat' },
  })
}

/** Both ends in milliseconds; a window that ends before it begins is refused. */
export function parseWindow(query: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): {
  readonly from?: number
  readonly to?: number
} {
  const from = query.from === undefined ? undefined : Date.parse(query.from)
  const to = query.to === undefined ? undefined : Date.parse(query.to)
  if (from !== undefined && to !== undefined && from > to) {
    throw new Failure('invalid_request', 'The window ends before it begins.', {
      details: { parameter: 'to', expected: 'an instant after from' },
    })
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
