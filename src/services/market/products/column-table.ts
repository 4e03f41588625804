/** Scanner columns that appear in rows under our names, with a schema and a conversion for each. */

import { type TObject, type TSchema, Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
import { dayFromSeconds, instantFromSeconds, numberOrNull, textOrNull } from '../gateway/json-guards.ts'

export interface TableColumn {
  readonly name: string
  readonly schema: TSchema
  convert(cell: unknown): unknown
}

/** By the provider's name, in the order of the request. */
export type ColumnTable = Readonly<Record<string, TableColumn>>

export function textColumn(name: string, description: string, options = {}): TableColumn {
  return { name, schema: nullable(Type.String({ description, ...options })), convert: textOrNull }
}

export function numberColumn(name: string, description: string, convert = numberOrNull): TableColumn {
  return { name, schema: nullable(Type.Number({ description })), convert }
}

export function instantColumn(name: string, description: string): TableColumn {
  return { ...textColumn(name, description, { format: 'date-time' }), convert: instantFromSeconds }
}

export function dayColumn(name: string, description: string, convert = dayFromSeconds): TableColumn {
  return { ...textColumn(name, description, { format: 'date' }), convert }
}

/** Undefined for other columns, including names that every object inherits. */
export function findColumn(table: ColumnTable, column: string): TableColumn | undefined {
  return Object.hasOwn(table, column) ? table[column] : undefined
}

/** The provider's names by ours. */
export function providerNames(table: ColumnTable): ReadonlyMap<string, string> {
  return new Map(Object.entries(table).map(([column, { name }]) => [name, column]))
}

/** The schema of rows that may lack some columns and have others. */
export function rowSchema(
  fixed: Readonly<Record<string, TSchema>>,
  table: ColumnTable,
  options: { readonly $id: string; readonly description?: string },
): TObject {
  const columns = Object.values(table).map(({ name, schema }) => [name, Type.Optional(schema)])
  return Type.Object({ ...fixed, ...Object.fromEntries(columns) }, { ...options, additionalProperties: true })
}
