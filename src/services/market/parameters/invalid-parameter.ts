/** What a caller is told about a parameter that cannot be read: which, why, and what would be right. */

import { Failure } from '../../../core/errors.ts'

export function invalidParameter(
  parameter: string,
  message: string,
  expected: string,
  extraDetails: Readonly<Record<string, unknown>> = {},
): Failure {
  return new Failure('invalid_request', message, { details: { parameter, expected, ...extraDetails } })
}
