/** The failure for an invalid parameter: which one, what is wrong, and what would be right. */

import { Failure } from '../../../core/errors.ts'
import { closestMatch } from '../../../core/text/closest-match.ts'

export function invalidParameter(
  parameter: string,
  message: string,
  expected: string,
  extraDetails: Readonly<Record<string, unknown>> = {},
): Failure {
  return new Failure('invalid_request', message, { details: { parameter, expected, ...extraDetails } })
}

/** A member of `details` that suggests the closest candidate, if any is close. */
export function didYouMean(text: string, candidates: Iterable<string>): { did_you_mean?: string } {
  const match = closestMatch(text, candidates)
  return match ? { did_you_mean: match } : {}
}
