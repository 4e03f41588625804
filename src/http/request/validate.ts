/** Checks what a caller sent against a schema and says in plain words what would be right. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { TObject, TSchema } from 'typebox'
import { closestMatch } from '../../core/closest-match.ts'
import { Failure } from '../../core/errors.ts'
import { hasControlCharacter, quote } from './query-string.ts'

/** Turns query or path text into typed values: digits only, `true` or `false` only; fills in defaults. */
export function createParameterParser(
  schema: TObject,
  location: 'query' | 'path',
): (given: Record<string, string>) => unknown {
  const properties = schema.properties as Record<string, Property>
  const knownNames = Object.keys(properties)
  const check = createChecker(schema)
  return (given) => {
    const values: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(given)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!property) throw unknownParameter(name, knownNames)
      if (hasControlCharacter(text)) {
        throw new Failure('malformed_request', `The ${location} contains a control character.`)
      }
      values[name] = toValue(text, property, name)
    }
    for (const name of knownNames) {
      const usual = properties[name]?.default
      if (!(name in values) && usual !== undefined) values[name] = usual
    }
    check(values, location)
    return values
  }
}

/** Checks a JSON body as it is: nothing is coerced, nothing is dropped. */
export function createBodyParser(schema: TSchema): (given: unknown) => unknown {
  const check = createChecker(schema)
  const properties = (schema as { properties?: Record<string, Property> }).properties ?? {}
  return (given) => {
    check(given, 'body')
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
    const values: Record<string, unknown> = { ...given }
    for (const [name, property] of Object.entries(properties)) {
      if (!(name in values) && property.default !== undefined) values[name] = property.default
    }
    return values
  }
}

interface Property {
  type?: string | string[]
  default?: unknown
  enum?: unknown[]
}

const ajv = new Ajv2020({
  allErrors: false,
  strict: false,
  strictNumbers: true,
  coerceTypes: false,
  removeAdditional: false,
  ownProperties: true,
})
addFormats.default(ajv, { mode: 'full' })
const isDateTime = fullFormats['date-time'] as { validate(text: string): boolean }
// A leap second is well-formed, but no clock here can tell when it was.
ajv.addFormat('date-time', (text) => isDateTime.validate(text) && !Number.isNaN(Date.parse(text)))

/** Compiled at the first use, so that hundreds of schemas cost nothing at start. */
function createChecker(schema: TSchema): (value: unknown, place: string) => void {
  let validate: ValidateFunction | undefined
  return (value, place) => {
    validate ??= ajv.compile(strictSchema(schema))
    if (validate(value)) return
    const error = validate.errors?.[0]
    if (error) throw toValidationFailure(error, schema, place)
  }
}

/**
 * At every depth: unknown names are refused, a property with a default is not demanded, and whole numbers stay where
 * they are exact.
 */
function strictSchema(named: TSchema): TSchema {
  // A route that is mounted under two services is checked by two readers, and a name may be taken only once.
  const { $id: _, ...schema } = named as TSchema & { $id?: string }
  const { properties, items, required, type } = schema as {
    type?: string
    required?: string[]
    properties?: Record<string, TSchema & Property>
    items?: TSchema
  }
  if (type === 'integer') {
    return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...schema } as TSchema
  }
  if (type === 'array' && items) return { ...schema, items: strictSchema(items) } as TSchema
  if (type !== 'object' || !properties) return schema
  return {
    additionalProperties: false,
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, strictSchema(inner)]),
    ),
    required: (required ?? []).filter((name) => properties[name]?.default === undefined),
  } as TSchema
}

function toValue(text: string, property: Property, name: string): unknown {
  const type = Array.isArray(property.type) ? property.type[0] : property.type
  if (type === 'integer') {
    if (/^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
    throw invalidParameter(name, 'a whole number written in digits')
  }
  if (type === 'number') {
    if (/^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text)) return Number(text)
    throw invalidParameter(name, 'a decimal number such as 12 or -0.5')
  }
  if (type === 'boolean') {
    if (text === 'true') return true
    if (text === 'false') return false
    throw invalidParameter(name, 'true or false')
  }
  return text
}

function invalidParameter(name: string, expected: string): Failure {
  return new Failure('invalid_request', `The parameter ${quote(name)} has to be ${expected}.`, {
    details: { parameter: name, expected },
  })
}

function unknownParameter(name: string, known: readonly string[]): Failure {
  const suggestion = closestMatch(name, known)
  const hint = suggestion ? ` Did you mean ${quote(suggestion)}?` : ''
  return new Failure('invalid_request', `There is no parameter ${quote(name)} here.${hint}`, {
    details: { parameter: name.slice(0, 60), ...(suggestion ? { did_you_mean: suggestion } : {}), known },
  })
}

function toValidationFailure(error: ErrorObject, schema: TSchema, location: string): Failure {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'additionalProperties') {
    const properties = (schema as { properties?: Record<string, unknown> }).properties ?? {}
    return unknownParameter(
      String(error.params.additionalProperty),
      path.length === 0 ? Object.keys(properties) : [],
    )
  }
  const name =
    error.keyword === 'required' ? [...path, String(error.params.missingProperty)].join('.') : path.join('.')
  const expected = expectation(error)
  const subject =
    name === '' ? `The ${location}` : `The ${location === 'body' ? 'field' : 'parameter'} ${quote(name)}`
  return new Failure('invalid_request', `${subject} ${expected}.`, {
    details: {
      ...(name === '' ? {} : { parameter: name.slice(0, 120) }),
      in: location,
      expected,
      ...(error.keyword === 'enum' ? { allowed: error.params.allowedValues } : {}),
    },
  })
}

function expectation(error: ErrorObject): string {
  const { keyword, params } = error
  if (keyword === 'required') return 'has to be given'
  if (keyword === 'enum') return `has to be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (params.comparison !== undefined) return `has to be ${params.comparison} ${params.limit}`
  if (keyword === 'minLength' || keyword === 'maxLength')
    return `has to have at ${keyword === 'minLength' ? 'least' : 'most'} ${pluralize(params.limit, 'character')}`
  if (keyword === 'minItems' || keyword === 'maxItems')
    return `has to have at ${keyword === 'minItems' ? 'least' : 'most'} ${pluralize(params.limit, 'entry', 'entries')}`
  if (keyword === 'uniqueItems') return 'must not name anything twice'
  if (keyword === 'pattern') return `has to match ${params.pattern}`
  if (keyword === 'format') return `has to be a valid ${params.format}`
  if (keyword === 'type') return `has to be of type ${String(params.type)}`
  return error.message ?? 'is not valid'
}

function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
