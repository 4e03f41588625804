/** Parses the parameters and the body of a route's requests. */

import { Type } from 'typebox'
import type { AnyRoute } from '../../route.ts'
import { createBodyParser, createParameterParser } from './validate.ts'

export interface RouteInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** As the request has them; `body` as JSON, undefined if there is none. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Throws `invalid_request`. */
export function createInputParser(route: AnyRoute): (input: RawInput) => RouteInput {
  if (route.passthrough) return ({ params, body }) => ({ params, query: {}, body })
  const { method, query = method === 'GET' ? Type.Object({}) : undefined, defaults } = route
  const parseParams = route.params && createParameterParser(route.params, 'path')
  const parseBody = route.body && createBodyParser(route.body)
  const parseQuery = query && createParameterParser(query, 'query')
  return (input) => {
    const params = parseParams ? parseParams(input.params) : input.params
    const { body: sent = route.bodyOptional ? {} : null } = input
    const body = parseBody ? parseBody(sent) : input.body
    const values = parseQuery ? parseQuery(input.query) : input.query
    return { params, query: defaults === undefined ? values : { ...values, ...defaults(values) }, body }
  }
}
