/** Which members a scheduled run reads: of a large source those that are due, of a small one all but the dead. */

import type { MemberHealthRow } from '../../store/tables.ts'
import type { AnySource, Member } from '../source.ts'

/** Fewer failures in a row may pass; the member is then tried with the others. */
const deadFailures = 3

export interface DueOptions {
  readonly nowMs: number
  /** The most members of a slice; undefined for a source that is not read in slices. */
  readonly sliceMembers: number | undefined
  /** Members that are published. Others are due whatever their health says: the read model may have been lost. */
  readonly published: ReadonlySet<string>
  /** Only those that no read was tried of since then: what a run left when its host closed. */
  readonly untriedSince?: number | undefined
}

/** Shorter intervals leave no time to spread members, and members that share requests are best read together. */
const slicedFromMinutes = 12 * 60

export function isSliced(
  { everyMinutes, members }: Pick<AnySource, 'everyMinutes' | 'members'>,
  sliceMembers: number,
): boolean {
  if (everyMinutes < slicedFromMinutes) return false
  return members.filter(({ off }) => off === undefined).length > sliceMembers
}

export function selectDue<M extends Member>(
  members: readonly M[],
  health: ReadonlyMap<string, MemberHealthRow>,
  { nowMs, sliceMembers, published, untriedSince }: DueOptions,
): readonly M[] {
  const isLost = ({ id }: M, { succeeded_at }: MemberHealthRow) => succeeded_at !== null && !published.has(id)
  if (sliceMembers !== undefined) {
    const due = members
      .map((member) => ({ member, at: dueAtOf(member) }))
      .filter(({ at }) => at <= nowMs)
      .sort((one, other) => one.at - other.at)
    return due.slice(0, sliceMembers).map(({ member }) => member)
  }
  const alive = members.filter((member) => {
    const row = health.get(member.id)
    return row === undefined || row.failures < deadFailures || row.due_at <= nowMs || isLost(member, row)
  })
  if (untriedSince !== undefined)
    return alive.filter(({ id }) => (health.get(id)?.tried_at ?? 0) < untriedSince)
  // A source that is dead as a whole is tried as a whole.
  return alive.length === 0 ? members : alive

  function dueAtOf(member: M): number {
    const row = health.get(member.id)
    return row === undefined || isLost(member, row) ? 0 : row.due_at
  }
}
