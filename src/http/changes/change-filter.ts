/** The filters of a service's changes: the parameters by which readers choose, and the matcher that follows from them. */

import { type Static, type TObject, Type } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { createParameterParser } from '../request/validation/validate.ts'
import type { ChangeMatcher, ChangeSource, ChangeWarning } from './change-source.ts'

const typesMax = 20

/** Those of the service, and `type`, which all have. */
export function filterParameters({ types, filters }: ChangeSource) {
  return {
    type: Type.Optional(
      Type.String({
        maxLength: 500,
        description: `Types of change, comma-separated: ${types.map((type) => `\`${type}\``).join(', ')}.`,
        examples: [types[0]],
      }),
    ),
    ...filters,
  }
}

/** Throws for values that cannot be meant. */
export async function toMatcher(
  source: ChangeSource,
  query: Readonly<Record<string, unknown>> & { readonly type?: string },
): Promise<ChangeMatcher> {
  const matches = await source.toMatcher(query as Static<TObject>)
  const wanted = parseTypes(source.types, query.type)
  return wanted === undefined ? matches : (change, keys) => wanted.has(change.type) && matches(change, keys)
}

/** Equal for equal filters, in whichever order they were sent. */
export function filterKey(filters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Undefined for all. */
function parseTypes(types: readonly string[], text: string | undefined): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  const wanted = new Set(text.split(',').map((type) => type.trim()))
  const unknown = [...wanted].find((type) => !types.includes(type))
  if (unknown !== undefined || wanted.size > typesMax)
    throw new Failure('invalid_request', 'The parameter "type" must name types of change.', {
      details: { parameter: 'type', allowed: types },
    })
  return wanted
}

type ParseFilters = (texts: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>
const parsers = new WeakMap<ChangeSource, ParseFilters>()

/** As in the query of a request. Throws `invalid_request`. */
export function parseFilters(
  source: ChangeSource,
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  let parse = parsers.get(source)
  if (parse === undefined) {
    parse = createParameterParser(Type.Object(filterParameters(source)), 'query')
    parsers.set(source, parse)
  }
  const filters = parse(texts)
  parseTypes(source.types, filters.type as string | undefined)
  return filters
}

/** Of a subscription, as `meta` says them to whoever creates it. Throws for values that cannot be meant. */
export async function checkFilters(
  source: ChangeSource,
  texts: Readonly<Record<string, string>>,
): Promise<{
  readonly filters: Readonly<Record<string, unknown>>
  readonly meta: { readonly warnings?: readonly ChangeWarning[] }
}> {
  const filters = parseFilters(source, texts)
  await toMatcher(source, filters)
  const warnings = await source.explain(filters)
  return { filters, meta: warnings.length === 0 ? {} : { warnings } }
}
