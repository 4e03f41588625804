/** Turns what the validator reports into a failure that says what was expected. */

import type { ErrorObject } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { pluralize } from '../../../core/text/pluralize.ts'
import { quote } from '../query-string.ts'
import { type Property, propertiesOf } from './schema-defaults.ts'
import { suggestParameter } from './suggest-parameter.ts'

export type Location = 'query' | 'path' | 'body'

export function toValidationFailure(
  errors: readonly ErrorObject[],
  schema: TSchema,
  value: unknown,
  location: Location,
): Failure {
  const error = decisiveError(errors)
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const noun = location === 'body' ? 'field' : 'parameter'
  if (error.keyword === 'additionalProperties' || error.keyword === 'required') {
    // An unknown name is the likely reason why another one is missing.
    const known = Object.keys(propertiesOf(schemaAt(schema, path) ?? schema))
    const unknown = Object.keys((valueAt(value, path) ?? {}) as object).find((name) => !known.includes(name))
    const prefix = path.map((part) => `${part}.`).join('')
    const missing = error.keyword === 'required' ? `${prefix}${error.params.missingProperty}` : undefined
    if (unknown !== undefined) return unknownParameter(unknown, known, noun, prefix, missing)
  }
  const name =
    error.keyword === 'required' ? [...path, String(error.params.missingProperty)].join('.') : path.join('.')
  const described = describedAt(schema, path)
  const { values } = described
  const { verb, expected } = expectation(error, errors, described)
  const subject = name === '' ? `The ${location}` : `The ${noun} ${quote(name)}`
  const predicate = error.keyword === 'required' ? 'is required' : `must ${verb} ${expected}`
  const hint = timestampHint(valueAt(value, path), location)
  return new Failure('invalid_request', `${subject} ${predicate}.${hint}`, {
    details: {
      ...(name === '' ? {} : { parameter: name.slice(0, 120) }),
      in: location,
      expected,
      ...(error.keyword === 'enum' ? { allowed: error.params.allowedValues } : {}),
      ...(error.keyword === 'pattern' ? { pattern: error.params.pattern } : {}),
      ...(error.keyword === 'pattern' && values !== undefined ? { allowed: values } : {}),
    },
  })
}

/** For what would be a timestamp, but for its offset. */
function timestampHint(value: unknown, location: Location): string {
  if (typeof value !== 'string') return ''
  if (location === 'query' && /^[-\dT:.]{16,40} \d\d:?\d\d$/i.test(value))
    return ' In a query, "+" stands for a blank: send it as %2B.'
  const [, day, minute, second = ':00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?$/i.exec(value) ?? []
  const inUtc = `${day}T${minute}${second}Z`
  if (day === undefined || Number.isNaN(Date.parse(inUtc))) return ''
  return ` The offset is missing: send ${inUtc}, or an offset such as +01:00 instead of Z.`
}

/** `missing`: a required field that is absent. */
export function unknownParameter(
  name: string,
  known: readonly string[],
  noun: string,
  prefix = '',
  missing?: string,
): Failure {
  const suggestion = suggestParameter(name, known)
  const hint = suggestion ? ` Did you mean ${quote(suggestion)}?` : ''
  const requirement = missing === undefined ? '' : ` The ${noun} ${quote(missing)} is required.`
  return new Failure('invalid_request', `Unknown ${noun} ${quote(prefix + name)}.${hint}${requirement}`, {
    details: {
      parameter: `${prefix}${name}`.slice(0, 60),
      ...(suggestion ? { did_you_mean: suggestion } : {}),
      known,
    },
  })
}

/** A list of alternatives reports the failure of each before its own. */
function decisiveError(errors: readonly ErrorObject[]): ErrorObject {
  const alternatives = errors.find(({ keyword }) => keyword === 'anyOf')
  const [first] = errors
  const areFormats = errors.every(({ keyword }) => keyword === 'format' || keyword === 'anyOf')
  return (areFormats ? alternatives : undefined) ?? (first as ErrorObject)
}

const comparisons: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'more than',
}

interface Expectation {
  readonly verb: 'be' | 'have'
  /** A noun, for `details.expected`. */
  readonly expected: string
}

/** What a schema says about its pattern, which is for programs. */
interface Described {
  /** Valid values. */
  readonly example: string | undefined
  /** All that the pattern consists of. */
  readonly values: readonly string[] | undefined
  /** The pattern in words: `at most 20 letters`. */
  readonly words: string | undefined
}

function expectation(
  { keyword, params, message }: ErrorObject,
  errors: readonly ErrorObject[],
  { example, values, words }: Described,
): Expectation {
  const be = (expected: string): Expectation => ({ verb: 'be', expected })
  const have = (expected: string): Expectation => ({ verb: 'have', expected })
  const bound = keyword.startsWith('min') ? 'at least' : 'at most'
  if (keyword === 'required') return be('a value')
  if (keyword === 'enum') return be(`one of ${(params.allowedValues as unknown[]).join(', ')}`)
  if (params.comparison !== undefined)
    return be(`${comparisons[params.comparison] ?? params.comparison} ${params.limit}`)
  if (keyword.endsWith('Length')) return have(`${bound} ${pluralize(params.limit, 'character')}`)
  if (keyword.endsWith('Items') && keyword !== 'uniqueItems')
    return have(`${bound} ${pluralize(params.limit, 'item')}`)
  if (keyword === 'uniqueItems') return have('no duplicates')
  if (keyword === 'pattern') {
    if (values !== undefined) return be(`one of ${values.join(', ')}; for example ${example ?? values[0]}`)
    if (words !== undefined) return be(words)
    return be(example === undefined ? 'text in the documented form' : `a value such as ${example}`)
  }
  if (keyword === 'format') return be(describeFormat(params.format))
  if (keyword === 'anyOf') {
    const formats = errors.flatMap(({ keyword, params }) => (keyword === 'format' ? [params.format] : []))
    if (formats.length > 0) return be(formats.map(describeFormat).join(', or '))
  }
  if (keyword === 'type') return be(`of type ${String(params.type)}`)
  return be(`valid (${message ?? keyword})`)
}

function describeFormat(format: string): string {
  if (format === 'date-time') return 'a valid timestamp such as 2026-11-17T18:00:00Z'
  return format === 'date' ? 'a valid date such as 2026-11-17' : `a valid ${format}`
}

/** The schema of the property at `path`, which may lead through lists. */
function schemaAt(schema: TSchema, path: readonly string[]): (Property & TSchema) | undefined {
  let at = schema as Property & TSchema & { items?: TSchema }
  for (const part of path) {
    const inner = propertiesOf(at)?.[part] ?? at.items
    if (inner === undefined) return undefined
    at = inner as typeof at
  }
  return at
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const part of path) at = (at as Record<string, unknown> | undefined)?.[part]
  return at
}

function describedAt(schema: TSchema, path: readonly string[]): Described {
  const {
    examples = [],
    'x-values': values,
    'x-words': words,
  } = (schemaAt(schema, path) ?? {}) as {
    examples?: readonly unknown[]
    'x-values'?: readonly string[]
    'x-words'?: string
  }
  const texts = examples.filter((example) => typeof example === 'string')
  return { example: texts.length === 0 ? undefined : texts.join(' or '), values, words }
}
