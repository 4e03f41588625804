/** Parameters that take one or several words of a closed list, with commas between. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'

export function enumList(words: readonly string[], description: string) {
  return Type.Optional(
    Type.String({
      maxLength: 500,
      description: `${description} One or several of ${words.join(', ')}, with commas between.`,
      examples: [words[0] ?? ''],
    }),
  )
}

/** In place of a pattern in the schema, which would be shown to whoever mistypes a word. */
export function validateEnumLists<Name extends string>(
  query: { readonly [Given in NoInfer<Name>]?: string | undefined },
  allowed: Readonly<Record<Name, readonly string[]>>,
): void {
  for (const name of Object.keys(allowed) as Name[]) {
    const words = allowed[name]
    if (query[name]?.split(',').every((word) => words.includes(word)) ?? true) continue
    const expected = `has to be one or several of ${words.join(', ')}, with commas between`
    throw new Failure('invalid_request', `The parameter "${name}" ${expected}.`, {
      details: { parameter: name, in: 'query', expected, allowed: words },
    })
  }
}
