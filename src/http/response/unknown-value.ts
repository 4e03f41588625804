/** Explains an empty list by a filter value that nothing can have. */

import { closestMatch } from '../../core/text/closest-match.ts'
import { quote } from '../request/query-string.ts'

export interface UnknownValue {
  readonly code: 'unknown_value'
  readonly message: string
}

/** `known`: names to suggest; `spell`: as they are written, if `known` has another form. */
export function unknownValue(
  parameter: string,
  value: string,
  known: Iterable<string>,
  spell: (name: string) => string | undefined = (name) => name,
): UnknownValue {
  const closest = closestMatch(value, known)
  const suggestion = closest === undefined ? undefined : (spell(closest) ?? closest)
  const question = suggestion === undefined ? '' : ` Did you mean ${quote(suggestion)}?`
  return {
    code: 'unknown_value',
    message: `The value ${quote(value)} of "${parameter}" is not known.${question}`,
  }
}
