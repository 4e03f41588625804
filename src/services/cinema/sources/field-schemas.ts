/** Schemas for upstream fields that may be missing, null, or of several types. */

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { typeGuard } from '../../../core/type-guard.ts'

/** Missing, null, or this. */
export function nullish<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const nullishText = nullish(Type.String())
export const nullishNumber = nullish(Type.Number())
export const nullishBoolean = nullish(Type.Boolean())

/** Rows are validated one by one, so that a bad row drops only itself. */
export const unknownRows = Type.Array(Type.Unknown())

/** A non-empty id, as text or number. */
export const anyId = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Integer()])

/** Reads a row without the fields that may be missing and have another type. Undefined if it lacks one that it needs. */
export function rowReader<Schema extends TObject>(
  schema: Schema,
): (row: unknown) => Static<Schema> | undefined {
  const isRow = typeGuard(schema)
  const needed = new Set(schema.required)
  return (row) => {
    if (isRow(row)) return row
    if (typeof row !== 'object' || row === null) return undefined
    const fields = Object.entries(row).filter(([name, value]) => {
      const field = schema.properties[name]
      return field === undefined || needed.has(name) || typeGuard(field)(value)
    })
    const rest: unknown = Object.fromEntries(fields)
    return isRow(rest) ? rest : undefined
  }
}
