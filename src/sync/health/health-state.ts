/** The state of a member, from the registry and its last reads. */

import type { MemberHealthRow } from '../../store/tables.ts'
import type { Member } from '../source.ts'

export const healthStates = ['on', 'stale', 'changed', 'off', 'new'] as const

/**
 * `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `changed`: it answers, but nothing usable.
 * `off`: not read.
 */
export type HealthState = (typeof healthStates)[number]

export function toHealthState(
  { off }: Pick<Member, 'off'>,
  reads: Pick<MemberHealthRow, 'failures' | 'error_code'> | undefined,
): HealthState {
  if (off !== undefined) return 'off'
  if (reads === undefined) return 'new'
  if (reads.failures === 0) return 'on'
  return reads.error_code === changedCode ? 'changed' : 'stale'
}

/** The code of a member whose responses are not what they were. */
export const changedCode = 'upstream_changed'

/** Where members are counted or shown to callers, one that changed is stale. */
export type PlainState = Exclude<HealthState, 'changed'>

export function toPlainState(state: HealthState): PlainState {
  return state === 'changed' ? 'stale' : state
}
