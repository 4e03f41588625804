/** When a source that is read in slices is due: when its members are, but not too often. */

import type { MemberHealthRow } from '../../store/tables.ts'
import { readMemberHealth } from '../health/member-health.ts'
import type { Share } from '../run/shares.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { dueAt, type PastRun, wasCancelled } from './due-at.ts'
import { isSliced } from './select-due.ts'

const minuteMs = 60_000
const shortestSliceMs = 5 * minuteMs
const longestSliceMs = 60 * minuteMs
const slicesPerInterval = 24
/** New members do not wait for the next slice or run. */
export const newMemberPauseMs = minuteMs

export interface MembersDue {
  /** Members that have never been tried. */
  readonly untried: number
  /** When the first of the others is due. */
  readonly firstDueAt: number
}

/** Undefined while it runs. `sliceMembers`: the most members of a slice. */
export function sliceDueAt(
  source: Pick<AnySource, 'everyMinutes'>,
  runs: readonly PastRun[],
  { untried, firstDueAt }: MembersDue,
  sliceMembers: number,
): number | undefined {
  const [last] = runs
  const sliceMs = (source.everyMinutes * minuteMs) / slicesPerInterval
  const pauseMs = Math.min(longestSliceMs, Math.max(shortestSliceMs, sliceMs))
  if (last !== undefined && wasCancelled(last)) return (last.finished_at ?? last.started_at) + pauseMs
  if (last === undefined || last.status === 'running' || last.status === 'failed') return dueAt(source, runs)
  const endedAt = last.finished_at ?? last.started_at
  // It left members for the next one.
  if (last.planned >= sliceMembers) return endedAt
  if (untried > 0) return endedAt + newMemberPauseMs
  return Math.max(firstDueAt, last.started_at + pauseMs)
}

/** Of the members that are read. */
export function findMembersDue(
  { members }: Pick<AnySource, 'members'>,
  health: ReadonlyMap<string, Pick<MemberHealthRow, 'due_at'>>,
): MembersDue {
  let untried = 0
  let firstDueAt = Number.POSITIVE_INFINITY
  for (const { id, off } of members) {
    if (off !== undefined) continue
    const row = health.get(id)
    if (row === undefined) untried += 1
    else firstDueAt = Math.min(firstDueAt, row.due_at)
  }
  return { untried, firstDueAt }
}

/** Of any source, sliced or not. */
export async function readDueAt(
  { store, clock, sliceMembers }: Pick<SyncDeps, 'store' | 'clock' | 'sliceMembers'>,
  source: AnySource,
  runs: readonly PastRun[],
  share?: Share,
): Promise<number | undefined> {
  if (!isSliced(source, sliceMembers)) return dueAt(source, runs)
  const health = await readMemberHealth(store, source, clock.now())
  return sliceDueAt(source, runs, findMembersDue(share ?? source, health), sliceMembers)
}
