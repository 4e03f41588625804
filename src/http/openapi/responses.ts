/** The responses of an operation in the API document: success in every representation, errors by status, and headers. */

import { type TSchema, Type } from 'typebox'
import { type ErrorCode, errorKinds } from '../../core/errors.ts'
import { representations } from '../request/media-types.ts'
import { withoutParameters } from '../request/negotiate.ts'
import { routeMediaTypes } from '../response/representation.ts'
import type { AnyRoute } from '../route.ts'
import type { Components, Json } from './components.ts'
import { oneOf } from './fields.ts'
import { commonMeta } from './meta.ts'

/** The errors that any route can respond with. */
const commonErrors: readonly ErrorCode[] = ['invalid_request', 'not_acceptable', 'overloaded', 'internal']

export function toResponses(route: AnyRoute, components: Components): Json {
  return {
    [String(route.successStatus ?? 200)]: successResponse(route, components),
    ...(isCacheable(route) ? { 304: notModified(components) } : {}),
    ...errorResponses(possibleErrors(route), components),
  }
}

const headers = {
  'X-Request-Id': text('The id of this request, also in `meta.request_id`.'),
  ETag: text('Version tag of the data; send it in `If-None-Match`.'),
  'Cache-Control': text('Caching rules for this response.'),
  Link: text('The next page, `rel="next"`; absent on the last page.'),
  'RateLimit-Policy': text('The limits: quota `q` per window of `w` seconds.'),
  RateLimit: text('Remaining requests `r`; the window resets in `t` seconds.'),
  'Retry-After': {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const

function headerReferences(components: Components, names: readonly (keyof typeof headers)[]): Json {
  return Object.fromEntries(names.map((name) => [name, components.header(name, headers[name])]))
}

function successResponse(route: AnyRoute, components: Components): Json {
  const response = {
    description: route.summary,
    headers: headerReferences(components, [
      'X-Request-Id',
      'Cache-Control',
      ...(isCacheable(route) ? (['ETag'] as const) : []),
      ...(isPaged(route) ? (['Link'] as const) : []),
      ...(route.access === 'none' ? [] : (['RateLimit-Policy', 'RateLimit'] as const)),
    ]),
  }
  return route.successStatus === 204 ? response : { ...response, content: responseContent(route, components) }
}

function notModified(components: Components): Json {
  return components.response('NotModified', {
    description: 'Nothing has changed since the version in `If-None-Match`.',
    headers: headerReferences(components, ['X-Request-Id', 'Cache-Control', 'ETag']),
  })
}

/** Of events, the example is the data of one. */
function hasExample(type: string): boolean {
  return type.endsWith('json') || type === 'text/event-stream'
}

function responseContent(route: AnyRoute, components: Components): Json {
  const example = route.example === undefined ? {} : { example: route.example }
  const { response } = route
  if ('body' in response) {
    const schema = components.reference(response.body)
    return Object.fromEntries(
      routeMediaTypes(route)
        .map(withoutParameters)
        .map((type) => [type, { schema, ...(hasExample(type) ? example : {}) }]),
    )
  }
  const extra = Object.fromEntries(
    Object.entries(route.extra ?? {}).map(([name, schema]) => [name, components.reference(schema)]),
  )
  const isList = 'rows' in response
  const data = isList
    ? { type: 'array', items: components.reference(response.rows) }
    : components.reference(response.data)
  const envelope = {
    type: 'object',
    required: ['data', ...Object.keys(extra), 'meta'],
    properties: { data, ...extra, meta: { $ref: '#/components/schemas/Meta' } },
  }
  const lines = (description: string) => ({ schema: { type: 'string', description } })
  return {
    [withoutParameters(representations.json)]: { schema: envelope, ...example },
    ...(isList
      ? {
          [withoutParameters(representations.ndjson)]: lines('One row per line.'),
          [withoutParameters(representations.csv)]: lines('One row per line after a header line.'),
        }
      : {}),
    ...(route.hasFeed
      ? { [withoutParameters(representations.atom)]: lines('An Atom feed (RFC 4287) of the rows.') }
      : {}),
    ...(route.hasPositions
      ? {
          [withoutParameters(representations.geojson)]: lines('A feature collection (RFC 7946) of the rows.'),
        }
      : {}),
  }
}

/** Keys can be limited; routes for tokens refuse them. */
function credentialErrors({ access }: AnyRoute): ErrorCode[] {
  return [
    'unauthenticated',
    ...(access === 'token' ? [] : (['insufficient_scope', 'address_not_allowed'] as const)),
  ]
}

function possibleErrors(route: AnyRoute): ErrorCode[] {
  return [
    ...commonErrors,
    ...(route.access === 'none' ? [] : ([...credentialErrors(route), 'rate_limited'] as const)),
    ...(route.params ? (['not_found'] as const) : []),
    ...(route.body ? (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(route.idempotent ? (['request_in_progress', 'idempotency_key_reused', 'rate_limited'] as const) : []),
    ...(route.errors ?? []),
    ...('cursor' in (route.query?.properties ?? {}) ? (['invalid_cursor'] as const) : []),
  ]
}

/** Several codes may share a status; each is listed. */
function errorResponses(codes: readonly ErrorCode[], components: Components): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorKinds[code].status)
  const statuses = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), errorResponse(status, codes, components)]),
  )
}

function errorResponse(status: number, codes: readonly ErrorCode[], components: Components): Json {
  const hasRetryAfter = status === 429 || status === 503 || codes.includes('request_in_progress')
  return {
    description: codes.map((code) => `\`${code}\`: ${errorKinds[code].meaning}`).join(' '),
    headers: headerReferences(components, hasRetryAfter ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
    content: {
      'application/json': { schema: components.reference(ErrorEnvelope) },
      'application/problem+json': { schema: components.reference(Problem) },
    },
  }
}

function isCacheable(route: AnyRoute): boolean {
  return route.method === 'GET' && route.cache !== 'no-store'
}

function isPaged({ query }: AnyRoute): boolean {
  return query !== undefined && 'cursor' in (query.properties as Json)
}

function text(description: string): Json {
  return { description, schema: { type: 'string' } }
}

const code = oneOf(Object.keys(errorKinds), { description: 'One of a closed list; see the error reference.' })
const details = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'The offending parameter and what is expected.',
  }),
)

const ErrorEnvelope: TSchema = Type.Object(
  {
    error: Type.Object({
      code,
      message: Type.String(),
      details,
      docs: Type.String({ format: 'uri-reference', description: 'The page that explains the code.' }),
    }),
    meta: Type.Object({
      request_id: commonMeta.request_id,
      generated_at: commonMeta.generated_at,
      credits_charged: commonMeta.credits_charged,
      sandbox: commonMeta.sandbox,
    }),
  },
  { $id: 'ErrorEnvelope' },
)

const Problem: TSchema = Type.Object(
  {
    type: Type.String({ format: 'uri-reference' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The request id.' }),
    code,
    details,
  },
  {
    $id: 'Problem',
    description: 'The same error in RFC 9457 format, if `Accept` asks for `application/problem+json`.',
  },
)
