/** What a theater provides. */

import type { DataCapabilities } from '../schema/index.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'
import type { CinemaAdapter } from '../sources/define-cinema-source.ts'

/** What its source does, if the member is not known. */
export function memberCapabilities(
  { capabilities, capabilitiesOf }: CinemaAdapter,
  member: CinemaMember | undefined,
): DataCapabilities {
  return member === undefined ? capabilities : (capabilitiesOf?.(member) ?? capabilities)
}
