/**
 * The columns of a list in Parquet, from the schema of its rows: numbers, dates and instants have types of their own, lists and
 * objects stay nested, and what is nested deeper or has no fixed form is JSON. Every column may be null.
 */

import type { SchemaElement } from 'hyparquet-writer'
import type { TSchema } from 'typebox'
import { propertiesOf } from '../request/validation/schema-defaults.ts'

export interface ParquetColumn {
  readonly name: string
  /** The column and those below it, in the order of the file. */
  readonly elements: readonly SchemaElement[]
  /** A value as the writer takes it; null for one that is not of the type. */
  toValue(value: unknown): unknown
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly anyOf?: readonly TSchema[]
  readonly additionalProperties?: unknown
  readonly enum?: readonly unknown[]
}

/** An object in a list in a row. */
const depthMax = 2

export function parquetColumns(row: TSchema, names: readonly string[]): ParquetColumn[] {
  const properties = propertiesOf(row)
  return names.map((name) => toColumn(name, properties[name], 0))
}

export function parquetSchema(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(({ elements }) => elements)]
}

function toColumn(name: string, schema: TSchema | undefined, depth: number): ParquetColumn {
  const stated = withoutNull(schema as JsonSchema | undefined)
  const type = typeof stated?.type === 'string' ? stated.type : undefined
  if (type === 'boolean') return leaf(name, { type: 'BOOLEAN' }, isOf('boolean'))
  if (type === 'number') return leaf(name, { type: 'DOUBLE' }, isOf('number'))
  if (type === 'integer') return leaf(name, { type: 'INT64' }, toInteger)
  if (type === 'string' && stated?.format === 'date-time')
    return leaf(name, { type: 'INT64', ...timestamp }, toTimestamp)
  if (type === 'string' && stated?.format === 'date')
    return leaf(name, { type: 'INT32', converted_type: 'DATE' }, toDay)
  if (type === 'string') return leaf(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, isOf('string'))
  if (depth < depthMax && type === 'array' && stated?.items !== undefined)
    return listColumn(name, toColumn('element', stated.items, depth + 1))
  const properties = Object.entries(stated?.properties ?? {})
  if (depth < depthMax && type === 'object' && properties.length > 0)
    return structColumn(
      name,
      properties.map(([field, of]) => toColumn(field, of, depth + 1)),
    )
  return leaf(name, { type: 'BYTE_ARRAY', converted_type: 'JSON' }, (value) => value ?? null)
}

/** `anyOf` with null, or a list of two types. */
function withoutNull(schema: JsonSchema | undefined): JsonSchema | undefined {
  if (schema?.anyOf !== undefined) {
    const others = schema.anyOf.filter((one) => (one as JsonSchema).type !== 'null')
    return others.length === 1 ? withoutNull(others[0] as JsonSchema) : undefined
  }
  if (schema === undefined || !Array.isArray(schema.type)) return schema
  const types = schema.type.filter((type) => type !== 'null')
  return types.length === 1 && types[0] !== undefined ? { ...schema, type: types[0] } : undefined
}

const timestamp = {
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
} as const

function leaf(
  name: string,
  element: Omit<SchemaElement, 'name'>,
  toValue: (value: unknown) => unknown,
): ParquetColumn {
  return { name, elements: [{ ...element, name, repetition_type: 'OPTIONAL' }], toValue }
}

function listColumn(name: string, element: ParquetColumn): ParquetColumn {
  return {
    name,
    elements: [
      { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...element.elements,
    ],
    toValue: (value) => (Array.isArray(value) ? value.map((one) => element.toValue(one)) : null),
  }
}

function structColumn(name: string, fields: readonly ParquetColumn[]): ParquetColumn {
  return {
    name,
    elements: [
      { name, repetition_type: 'OPTIONAL', num_children: fields.length },
      ...fields.flatMap(({ elements }) => elements),
    ],
    toValue: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
      const record = value as Readonly<Record<string, unknown>>
      return Object.fromEntries(fields.map((field) => [field.name, field.toValue(record[field.name])]))
    },
  }
}

function isOf(type: 'boolean' | 'number' | 'string'): (value: unknown) => unknown {
  return (value) => (typeof value === type ? value : null)
}

function toInteger(value: unknown): bigint | null {
  return Number.isSafeInteger(value) ? BigInt(value as number) : null
}

/** What a timestamp of 64 bits and a date of JavaScript can both hold. */
function toTimestamp(value: unknown): bigint | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : BigInt(ms)
}

const dayMs = 86_400_000

function toDay(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(`${value.slice(0, 10)}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) ? null : Math.floor(ms / dayMs)
}
