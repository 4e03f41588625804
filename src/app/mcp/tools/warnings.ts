/** The warnings of a list, as sentences. */

import type { Json, RouteAnswer } from '../../route-caller.ts'

const warningsMax = 5

export function warningsOf({ meta }: RouteAnswer): string[] {
  const warnings = Array.isArray(meta.warnings) ? (meta.warnings as readonly Json[]) : []
  return warnings.slice(0, warningsMax).map(({ message }) => String(message))
}
