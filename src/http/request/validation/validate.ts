/** Validates input against a schema; errors say what was expected. */

import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject, TSchema } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { hasControlCharacter, quote } from '../query-string.ts'
import { fillDefaults, type Property, propertiesOf, requiredProperties } from './schema-defaults.ts'
import { type Location, toValidationFailure, unknownParameter } from './validation-failure.ts'

/** Parses query or path text into typed values, strictly, and fills in defaults. */
export function createParameterParser(
  schema: TObject,
  location: 'query' | 'path',
): (input: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>> {
  const parameters = new Map(
    Object.entries(propertiesOf(schema)).map(([name, property]): [string, Parameter] => [
      name,
      { default: property.default, parse: createValueParser(property, name) },
    ]),
  )
  const check = createChecker(schema)
  /** What a request without parameters has: checked once, and shared. */
  let defaults: Readonly<Record<string, unknown>> | undefined
  return (input) => {
    let isEmpty = true
    for (const name in input) {
      isEmpty = false
      if (!parameters.has(name)) throw unknownParameter(name, [...parameters.keys()], 'parameter')
      // Those of a query were found when it was parsed.
      if (location === 'path' && hasControlCharacter(input[name] as string)) {
        throw new Failure('malformed_request', 'The path contains a control character.')
      }
    }
    if (parameters.size === 0) return input
    if (isEmpty && defaults !== undefined) return defaults
    // In the order of the schema, so that the same parameters in another order are the same request.
    const values: Record<string, unknown> = {}
    for (const [name, parameter] of parameters) {
      const text = input[name]
      if (text !== undefined) values[name] = parameter.parse(text)
      else if (parameter.default !== undefined) values[name] = parameter.default
    }
    check(values, location)
    if (isEmpty) defaults = Object.freeze(values)
    return values
  }
}

interface Parameter {
  readonly default: unknown
  /** Throws `invalid_request`. */
  parse(text: string): unknown
}

/** Checks a JSON body and fills in defaults: nothing is coerced, nothing is dropped. */
export function createBodyParser(schema: TSchema): (body: unknown) => unknown {
  const check = createChecker(schema)
  return (body) => {
    check(body, 'body')
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return fillDefaults({ ...body }, schema)
  }
}

const load = createRequire(import.meta.url)
let ajv: Ajv2020 | undefined

/** Loaded with the first schema: a start takes less time without it. */
function createAjv(): Ajv2020 {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const created = new Ajv2020({
    // The schemas are ours, and the gate validates them with the OpenAPI documents. Compiling the schema of schemas would
    // take longer than the first request.
    meta: false,
    validateSchema: false,
    allErrors: false,
    strict: false,
    strictNumbers: true,
    coerceTypes: false,
    removeAdditional: false,
    ownProperties: true,
  })
  const addFormats = load('ajv-formats') as typeof import('ajv-formats')
  addFormats.default(created, { mode: 'full' })
  const { fullFormats } = load('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js')
  const isDateTime = fullFormats['date-time'] as { validate(text: string): boolean }
  // A leap second is well-formed, but `Date` cannot represent it.
  created.addFormat('date-time', (text) => isDateTime.validate(text) && !Number.isNaN(Date.parse(text)))
  return created
}

function compile(schema: TSchema): ValidateFunction {
  ajv ??= createAjv()
  return ajv.compile(strictSchema(schema))
}

/** Compiled on first use, so that hundreds of schemas cost nothing at start. */
function createChecker(schema: TSchema): (value: unknown, location: Location) => void {
  let validate: ValidateFunction | undefined
  return (value, location) => {
    validate ??= compile(schema)
    if (validate(value)) return
    const errors = validate.errors ?? []
    if (errors.length > 0) throw toValidationFailure(errors, schema, value, location)
  }
}

/**
 * At every depth: unknown properties are rejected, a property with a default is optional, and integers stay within the
 * range in which they are exact.
 */
function strictSchema(named: TSchema): TSchema {
  // A route that is mounted twice is compiled twice, and a name may be registered only once.
  const { $id: _, ...schema } = named as TSchema & { $id?: string }
  const { properties, items, type } = schema as { type?: string; properties?: object; items?: TSchema }
  if (type === 'integer') {
    return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...schema } as TSchema
  }
  if (type === 'array' && items) return { ...schema, items: strictSchema(items) } as TSchema
  if (type !== 'object' || !properties) return schema
  return {
    additionalProperties: false,
    ...schema,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, inner]) => [name, strictSchema(inner)]),
    ),
    required: requiredProperties(schema),
  } as TSchema
}

/** As in JSON: every double has this form when it is written as text. */
const numberFormat = /^-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?$/i

function createValueParser(property: Property, name: string): Parameter['parse'] {
  const type = Array.isArray(property.type) ? property.type[0] : property.type
  if (type === 'integer') {
    return (text) => {
      if (/^(0|-?[1-9]\d{0,14})$/.test(text)) return Number(text)
      throw invalidParameter(name, 'an integer such as 12')
    }
  }
  if (type === 'number') {
    const { minimum } = property as { minimum?: number }
    const mayBeNegative = minimum === undefined || minimum < 0
    return (text) => {
      const value = numberFormat.test(text) ? Number(text) : Number.NaN
      if (Number.isFinite(value)) return value
      throw invalidParameter(
        name,
        `a decimal number such as 12 or ${mayBeNegative ? '-0.5' : '0.5'}, without a unit`,
      )
    }
  }
  if (type === 'boolean') {
    return (text) => {
      if (text === 'true') return true
      if (text === 'false') return false
      throw invalidParameter(name, 'true or false')
    }
  }
  return (text) => text
}

function invalidParameter(name: string, expected: string): Failure {
  return new Failure('invalid_request', `The parameter ${quote(name)} must be ${expected}.`, {
    details: { parameter: name, expected },
  })
}
