/** The warnings of a list, as sentences. */

import { Failure } from '../../../core/errors.ts'
import type { Json, RouteAnswer } from '../../route-caller.ts'

const warningsMax = 5

export function warningsOf({ meta }: RouteAnswer): string[] {
  const warnings = Array.isArray(meta.warnings) ? (meta.warnings as readonly Json[]) : []
  return warnings.slice(0, warningsMax).map(({ message }) => String(message))
}

/** For a list in which there is nothing, with what it says about that. */
export function nothingFound(
  answer: RouteAnswer,
  message: string,
  details: Record<string, unknown>,
): Failure {
  return new Failure('not_found', [message, ...warningsOf(answer)].join(' '), { details })
}
