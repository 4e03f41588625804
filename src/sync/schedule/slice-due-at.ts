/** When a source that is read in slices is due: when its members are, but not too often. */

import type { Store } from '../../store/store.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { dueAt, type PastRun } from './due-at.ts'
import { isSliced } from './select-due.ts'

const minuteMs = 60_000
const shortestSliceMs = 5 * minuteMs
const longestSliceMs = 60 * minuteMs
const slicesPerInterval = 24
/** New members do not wait for the next slice. */
const newMemberPauseMs = minuteMs

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
  if (last === undefined || last.status === 'running' || last.status === 'failed') return dueAt(source, runs)
  const endedAt = last.finished_at ?? last.started_at
  // It left members for the next one.
  if (last.planned >= sliceMembers) return endedAt
  if (untried > 0) return endedAt + newMemberPauseMs
  const sliceMs = (source.everyMinutes * minuteMs) / slicesPerInterval
  const pauseMs = Math.min(longestSliceMs, Math.max(shortestSliceMs, sliceMs))
  return Math.max(firstDueAt, last.started_at + pauseMs)
}

export async function readMembersDue(
  { ledger }: Pick<Store, 'ledger'>,
  source: Pick<AnySource, 'id' | 'members'>,
): Promise<MembersDue> {
  const rows = await ledger.read
    .selectFrom('member_health')
    .select(['member_id', 'due_at'])
    .where('source_id', '=', source.id)
    .execute()
  const dueAtOf = new Map(rows.map((row) => [row.member_id, row.due_at]))
  let untried = 0
  let firstDueAt = Number.POSITIVE_INFINITY
  for (const { id, off } of source.members) {
    if (off !== undefined) continue
    const at = dueAtOf.get(id)
    if (at === undefined) untried += 1
    else firstDueAt = Math.min(firstDueAt, at)
  }
  return { untried, firstDueAt }
}

/** Of any source, sliced or not. */
export async function readDueAt(
  { store, sliceMembers }: Pick<SyncDeps, 'store' | 'sliceMembers'>,
  source: AnySource,
  runs: readonly PastRun[],
): Promise<number | undefined> {
  if (!isSliced(source, sliceMembers)) return dueAt(source, runs)
  return sliceDueAt(source, runs, await readMembersDue(store, source), sliceMembers)
}
