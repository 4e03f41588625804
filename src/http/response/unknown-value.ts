/** Explains an empty list by a filter value that nothing can have. */

import { closestMatch } from '../../core/text/closest-match.ts'
import { quote } from '../request/query-string.ts'

export interface UnknownValue {
  readonly code: 'unknown_value'
  readonly message: string
}

/** More would make a message that nobody reads. */
const listedMax = 60

interface KnownOptions {
  /** How a name of `known` is written, if it has another form there. */
  readonly spell?: (name: string) => string | undefined
  /** There are no other values, so a short list of them helps; the others change, or are ids. */
  readonly isClosed?: boolean
}

/** `known`: names to suggest. */
export function unknownValue(
  parameter: string,
  value: string,
  known: Iterable<string>,
  { spell = (name) => name, isClosed = false }: KnownOptions = {},
): UnknownValue {
  const names = [...known]
  const closest = closestMatch(value, names)
  const hint =
    closest === undefined
      ? listOf(isClosed ? names : [])
      : ` Did you mean ${quote(spell(closest) ?? closest)}?`
  return {
    code: 'unknown_value',
    message: `The value ${quote(value)} of "${parameter}" is not known.${hint}`,
  }
}

function listOf(names: readonly string[]): string {
  return names.length === 0 || names.length > listedMax ? '' : ` Known values: ${names.join(', ')}.`
}
