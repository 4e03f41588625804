/** The state of a member, from the registry and its last reads. */

import type { MemberHealthRow } from '../../store/tables.ts'
import type { Member } from '../source.ts'

export const healthStates = ['on', 'stale', 'off', 'new'] as const

/** `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `off`: not read. */
export type HealthState = (typeof healthStates)[number]

export function toHealthState(
  { off }: Pick<Member, 'off'>,
  reads: Pick<MemberHealthRow, 'failures'> | undefined,
): HealthState {
  if (off !== undefined) return 'off'
  if (reads === undefined) return 'new'
  return reads.failures > 0 ? 'stale' : 'on'
}
