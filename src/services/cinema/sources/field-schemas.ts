/** How upstream fields are described: what may be missing or null, and texts that hang in an object. */

import { type TSchema, Type } from 'typebox'

/** Missing, null, or this. */
export function nullish<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]))
}

export const nullishText = nullish(Type.String())
export const nullishNumber = nullish(Type.Number())
export const nullishBoolean = nullish(Type.Boolean())

/** Rows are checked one by one, so that a bad one costs itself alone. */
export const unknownRows = Type.Array(Type.Unknown())

/** A non-empty id that arrives as text or as a number. */
export const anyId = Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Integer()])
