/** Fields of rows under our names: each says where the provider has it, its schema, and how it is converted. */

import { type TObject, type TSchema, type TUnsafe, Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import {
  dayFromSeconds,
  instantFromSeconds,
  type Json,
  numberOrNull,
  objectOrEmpty,
  requireObject,
  textOrNull,
  upstreamChanged,
} from './json-guards.ts'

export interface Field<Value = unknown> {
  /** The provider's name; a dot leads to a member of a member. */
  readonly from: string
  readonly schema: TSchema
  convert(value: unknown, item: Json): Value
}

/** By our name, in the order of the row. */
export type Fields = Readonly<Record<string, Field>>

export type RowOf<Table extends Fields> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['convert']>
}

export function textField(from: string, description: string, options = {}) {
  return { from, schema: nullable(Type.String({ description, ...options })), convert: textOrNull }
}

/** A row without it is in an unexpected format. */
export function requiredText(
  from: string,
  description: string,
  missing: string,
  options = {},
): Field<string> {
  return {
    from,
    schema: Type.String({ description, ...options }),
    convert(value) {
      if (typeof value === 'string') return value
      throw upstreamChanged(missing)
    },
  }
}

export function numberField(from: string, description: string, convert = numberOrNull) {
  return { from, schema: nullable(Type.Number({ description })), convert }
}

export function integerField(from: string, description: string) {
  return { from, schema: nullable(Type.Integer({ description })), convert: numberOrNull }
}

export function flagField(from: string, description: string): Field<boolean> {
  return { from, schema: Type.Boolean({ description }), convert: (value) => value === true }
}

export function instantField(from: string, description: string, convert = instantFromSeconds) {
  return { from, schema: nullable(instant({ description })), convert }
}

export function dayField(from: string, description: string, convert = dayFromSeconds) {
  return { ...textField(from, description, { format: 'date' }), convert }
}

type Schemas<Table extends Fields> = {
  readonly [Name in keyof Table]: TUnsafe<ReturnType<Table[Name]['convert']>>
}

/** The properties of the schema of a row. */
export function schemasOf<Table extends Fields>(fields: Table): Schemas<Table> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as Schemas<Table>
}

/** Throws `upstream_changed` for anything but an object. */
export function rowReader<Table extends Fields>(fields: Table): (value: unknown) => RowOf<Table> {
  const members = Object.entries(fields).map(([name, { from, convert }]) => ({
    name,
    path: from.split('.'),
    convert,
  }))
  return (value) => {
    const item = requireObject(value)
    const row: Record<string, unknown> = {}
    for (const { name, path, convert } of members)
      row[name] = convert(
        path.reduce<unknown>((part, key) => objectOrEmpty(part)[key], item),
        item,
      )
    return row as RowOf<Table>
  }
}

/** The provider's names by ours. */
export function providerNames(fields: Fields): ReadonlyMap<string, string> {
  return new Map(Object.entries(fields).map(([name, { from }]) => [name, from]))
}

/** The schema of rows that may lack some fields and have others. */
export function openRowSchema(
  fixed: Readonly<Record<string, TSchema>>,
  fields: Fields,
  options: { readonly $id: string; readonly description?: string },
): TObject {
  const optional = Object.entries(fields).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Type.Object(
    { ...fixed, ...Object.fromEntries(optional) },
    { ...options, additionalProperties: true },
  )
}
