/** Members that were added after the last run of their source: they do not wait for the next one. */

import { readClosedHosts } from '../../store/coordination/host-states.ts'
import { readMemberHealth } from '../health/member-health.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { isOpen } from './closed-hosts.ts'
import type { PastRun } from './due-at.ts'
import { isSliced } from './select-due.ts'
import { newMemberPauseMs } from './slice-due-at.ts'

export interface NewMembers {
  readonly ids: readonly string[]
  /** When they are to be read. */
  readonly at: number
}

/** `runs` are the whole runs of the source, newest first. Undefined where its next run is soon enough. */
export async function readNewMembers(
  { store, clock, sliceMembers }: Pick<SyncDeps, 'store' | 'clock' | 'sliceMembers'>,
  source: AnySource,
  [last]: readonly PastRun[],
): Promise<NewMembers | undefined> {
  if (last === undefined || last.status === 'running' || last.status === 'failed') return undefined
  // A slice begins with the members that have never been tried.
  if (isSliced(source, sliceMembers)) return undefined
  const health = await readMemberHealth(store, source, clock.now())
  const closed = await readClosedHosts(store, clock.now())
  const added = source.members.filter(
    (member) => member.off === undefined && !health.has(member.id) && isOpen(source, member, closed),
  )
  if (added.length === 0) return undefined
  return { ids: added.map(({ id }) => id), at: (last.finished_at ?? last.started_at) + newMemberPauseMs }
}
