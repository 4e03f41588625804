/** Building blocks of schemas: dates, instants, page sizes and closed lists. */

import { type TSchema, type TString, type TUnsafe, Type } from 'typebox'
import { filterValuesMax } from '../../core/text/filter-values.ts'

/** A closed list of strings as `type: string` + `enum`, which every API viewer displays well. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: Record<string, unknown> = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** A field that may be null, as a two-type list where the schema has a plain type. */
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

/** Not only blanks; after `=`, a value may begin with any character. */
const value = '\\s*([!=]\\s*[^|\\s]|[^|\\s!=])[^|]{0,199}'
/** Up to 20 values of up to 200 characters, with `|` between them. */
const valuesPattern = `^${value}(\\|${value}){0,${filterValuesMax - 1}}$`

/** A filter with several values (`a|b`) and values to exclude (`!a`). */
export function valuesParameter(description: string, example?: string) {
  return Type.Optional(
    Type.String({
      pattern: valuesPattern,
      'x-words': `1 to ${filterValuesMax} values of at most 200 characters each, with | between them`,
      maxLength: 2000,
      description,
      ...(example ? { examples: [example] } : {}),
    }),
  )
}

/** Number of rows, for lists that count them only on request. */
export const totalParameter = Type.Optional(
  Type.Boolean({ description: `true: \`meta.total\` is the number of matching rows.` }),
)

/** The page size of a list. */
export function limit(max = 200, defaultValue = 50): TUnsafe<number> {
  return withDefault(
    Type.Integer({ minimum: 1, maximum: max, description: 'Maximum number of rows to return.' }),
    defaultValue,
  )
}

export function cursor(): TString {
  return Type.String({
    minLength: 1,
    maxLength: 2048,
    description: '`meta.pagination.next_cursor` of the previous page; send it with the same filters.',
  })
}
