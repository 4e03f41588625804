/** The building blocks of schemas: how a date, an instant, a page size or a closed list is written, once. */

import { type TSchema, type TString, type TUnsafe, Type } from 'typebox'

/** A closed list of words, written as `type: string` + `enum` so that every reference page shows it well. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: Record<string, unknown> = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** A field that may be null, written as a two-type list where the schema has a plain type. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Type.Static<Schema> | null> {
  const { type, enum: values, ...rest } = schema as { type?: string; enum?: unknown[] }
  if (typeof type !== 'string') {
    return Type.Unsafe<Type.Static<Schema> | null>({ anyOf: [schema, { type: 'null' }] })
  }
  return Type.Unsafe<Type.Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** A parameter with a default: always present in the handler, optional in the API document. */
export function withDefault<Schema extends TSchema>(
  schema: Schema,
  value: Type.Static<Schema>,
): TUnsafe<Type.Static<Schema>> {
  return Type.Unsafe<Type.Static<Schema>>({ ...schema, default: value })
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(options: Record<string, unknown> = {}): TString {
  return Type.String({ format: 'date', ...options })
}

/** An instant, RFC 3339. */
export function instant(options: Record<string, unknown> = {}): TString {
  return Type.String({ format: 'date-time', ...options })
}

/** The page size every list takes. */
export function limit(max = 200, defaultValue = 50): TUnsafe<number> {
  return withDefault(
    Type.Integer({ minimum: 1, maximum: max, description: 'Rows in one answer.' }),
    defaultValue,
  )
}

/** Where the previous page ended. */
export function cursor(): TString {
  return Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Opaque; `meta.pagination.next_cursor` of the previous page, with the same filters.',
  })
}
