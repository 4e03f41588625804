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
export function offersOf(route: AnyRoute): readonly string[] {
  if (route.offers) return route.offers
  if ('whole' in route.answer) return [route.answer.type ?? 'application/json']
  const { json, ndjson, csv, atom } = representations
  if ('rows' in route.answer) return route.hasFeed ? [json, ndjson, csv, atom] : [json, ndjson, csv]
  return [json]
}

/** Problem+json is a wish about errors alone, so it does not refuse an answer. */
export function represent(accept: string | undefined, offered: readonly string[]): Representation {
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
export function columnsOf({ answer }: AnyRoute): readonly string[] {
  if (!('rows' in answer)) return []
  return Object.keys((answer.rows as { properties?: Record<string, unknown> }).properties ?? {})
}

/** What is loaded into tools is a file with a name. */
export function dispositionOf(route: AnyRoute, representation: Representation): Record<string, string> {
  if (representation === 'json' || representation === 'atom') return {}
  const name = route.path.split('/').findLast((part) => /^\w+(-\w+)*$/.test(part)) ?? 'rows'
  return { 'content-disposition': `attachment; filename="${name}.${representation}"` }
}
