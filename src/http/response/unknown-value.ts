/** Explains an empty list by a filter value that nothing can have. */

import { closestMatch } from '../../core/closest-match.ts'
import { quote } from '../request/query-string.ts'

export interface UnknownValue {
  readonly code: 'unknown_value'
  readonly message: string
}

/** `known`: names to suggest. */
export function unknownValue(parameter: string, value: string, known: Iterable<string>): UnknownValue {
  const suggestion = closestMatch(value, known)
  const question = suggestion === undefined ? '' : ` Did you mean ${quote(suggestion)}?`
  return {
    code: 'unknown_value',
    message: `The value ${quote(value)} of "${parameter}" is not known.${question}`,
  }
}
