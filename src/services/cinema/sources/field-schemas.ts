/** Schemas for upstream fields that may be missing, null, or of several types. */

import { type TSchema, Type } from 'typebox'

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
