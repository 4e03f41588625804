/** The parameter `fields`: a list returns only these members of its rows. Every list whose rows have fixed members has it. */

import { hash } from 'node:crypto'
import { type TObject, type TSchema, Type } from 'typebox'
import { Failure } from '../core/errors.ts'
import { closestMatch } from '../core/text/closest-match.ts'
import type { Reply } from './reply.ts'
import { quote } from './request/query-string.ts'
import { propertiesOf } from './request/validation/schema-defaults.ts'

/** What this needs to know of a route. */
interface ListRoute {
  readonly method: string
  readonly hidden?: boolean
  readonly query?: TObject
  readonly response: object
  handle(context: { readonly query: unknown }): Promise<Reply> | Reply
}

export const fieldsParameter = Type.String({
  maxLength: 1000,
  description: 'Only these fields of each row, separated by commas.',
})

/** Undefined for all fields. */
export function splitFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  return [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
}

/** The route with `fields`, if it is a list that can have it. */
export function withFields<Route extends ListRoute>(route: Route): Route {
  const allowed = selectableFields(route)
  if (allowed === undefined) return route
  const example = allowed.slice(0, 2).join(',')
  return {
    ...route,
    query: Type.Object({
      ...route.query?.properties,
      fields: Type.Optional({ ...fieldsParameter, examples: [example] }),
    }),
    handle: (context: Parameters<Route['handle']>[0]) => {
      const { fields } = context.query as { readonly fields?: string }
      if (fields === undefined) return route.handle(context)
      const names = parseFields(fields, allowed)
      return Promise.resolve(route.handle(context)).then((reply) => selectFields(reply, names))
    },
  }
}

/** Undefined for rows whose members depend on the request: other parameters select them. */
export function selectableFields({ method, hidden, response }: ListRoute): readonly string[] | undefined {
  const { rows } = response as { readonly rows?: TSchema & { additionalProperties?: unknown } }
  if (method !== 'GET' || hidden || rows === undefined) return undefined
  const names = Object.keys(propertiesOf(rows))
  return names.length === 0 || rows.additionalProperties === true ? undefined : names
}

function parseFields(text: string, allowed: readonly string[]): readonly string[] {
  const names = splitFields(text) ?? []
  const unknown = names.find((name) => !allowed.includes(name))
  if (unknown !== undefined) throw unknownField(unknown, allowed)
  if (names.length > 0) return names
  throw new Failure('invalid_request', 'The parameter "fields" must name at least one field.', {
    details: { parameter: 'fields', allowed },
  })
}

function unknownField(name: string, allowed: readonly string[]): Failure {
  const meant = closestMatch(name, allowed)
  const hint = meant === undefined ? 'The fields are in details.allowed.' : `Did you mean ${quote(meant)}?`
  const message = `The parameter "fields" has the unknown field ${quote(name)}. ${hint}`
  const suggestion = meant === undefined ? {} : { did_you_mean: meant }
  return new Failure('invalid_request', message, { details: { parameter: 'fields', ...suggestion, allowed } })
}

function selectFields(reply: Reply, names: readonly string[]): Reply {
  if (reply.rows === undefined) return reply
  const { cache } = reply
  return {
    ...reply,
    rows: reply.rows.map((row) => selectMembers(row, names)),
    columns: names,
    ...(cache && { cache: { ...cache, etag: tagOf(cache.etag, names) } }),
  }
}

/** Another response than that with all fields. */
function tagOf(etag: string, names: readonly string[]): string {
  return `W/"${hash('sha256', `${etag}\n${names.join()}`, 'base64url').slice(0, 22)}"`
}

function selectMembers(row: string, names: readonly string[]): string {
  const members = JSON.parse(row) as Readonly<Record<string, unknown>>
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, members[name]])))
}
