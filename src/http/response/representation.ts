/** The forms a route's answer comes in, and which of them a caller gets. */

import { Failure } from '../../core/errors.ts'
import { preferredType } from '../request/negotiate.ts'
import type { AnyRoute } from '../route.ts'

export const representations = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  atom: 'application/atom+xml; charset=utf-8',
} as const

export type Representation = keyof typeof representations

/** The media types of a route, the usual one first. */
export function routeMediaTypes(route: AnyRoute): readonly string[] {
  if (route.mediaTypes) return route.mediaTypes
  if ('body' in route.response) return [route.response.type ?? 'application/json']
  const { json, ndjson, csv, atom } = representations
  if ('rows' in route.response) return route.hasFeed ? [json, ndjson, csv, atom] : [json, ndjson, csv]
  return [json]
}

/** Problem+json is a wish about errors alone, so it does not refuse an answer. */
export function negotiateRepresentation(
  accept: string | undefined,
  offered: readonly string[],
): Representation {
  const type = preferredType(accept?.replace('application/problem+json', 'application/json'), offered)
  if (type === undefined) {
    throw new Failure('not_acceptable', 'None of the media types in Accept is offered here.', {
      details: { offered: offered.map((offer) => offer.split(';', 1)[0]) },
    })
  }
  const found = Object.entries(representations).find(([, offer]) => offer === type)
  return (found?.[0] ?? 'json') as Representation
}

/** The columns of a list as CSV: the fields of its rows, the same on every page. */
export function csvColumns({ response }: AnyRoute): readonly string[] {
  if (!('rows' in response)) return []
  return Object.keys((response.rows as { properties?: Record<string, unknown> }).properties ?? {})
}

/** What is loaded into tools is a file with a name. */
export function dispositionHeaders(route: AnyRoute, representation: Representation): Record<string, string> {
  if (representation === 'json' || representation === 'atom') return {}
  const name = route.path.split('/').findLast((part) => /^\w+(-\w+)*$/.test(part)) ?? 'rows'
  return { 'content-disposition': `attachment; filename="${name}.${representation}"` }
}
