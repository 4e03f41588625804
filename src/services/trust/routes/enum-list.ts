/** Comma-separated parameters whose values are a closed list. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { splitList } from '../queries/listing.ts'

export function enumList(values: readonly string[], description: string) {
  return Type.Optional(
    Type.String({
      maxLength: 500,
      description: `${description} One or more of ${values.join(', ')}, comma-separated.`,
      examples: [values[0] ?? ''],
    }),
  )
}

/** Instead of a pattern in the schema, which would make an unreadable error message. */
export function validateEnumLists<Name extends string>(
  query: { readonly [Parameter in NoInfer<Name>]?: string | undefined },
  allowedValues: Readonly<Record<Name, readonly string[]>>,
): void {
  for (const name of Object.keys(allowedValues) as Name[]) {
    const allowed = allowedValues[name]
    const text = query[name]
    if (text === undefined || splitList(name, text).every((value) => allowed.includes(value))) continue
    const expected = `one or more of ${allowed.join(', ')}, comma-separated`
    throw new Failure('invalid_request', `The parameter "${name}" must be ${expected}.`, {
      details: { parameter: name, in: 'query', expected, allowed },
    })
  }
}
