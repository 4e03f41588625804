/** The members an interrupted run has published, which the next run can skip. */

import { selectMemberStates } from '../member-state.ts'
import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { selectWholeRuns, wasInterrupted } from './run-rows.ts'

export async function readResumableMembers(
  { store, resumeWithinMs }: Pick<SyncDeps, 'store' | 'resumeWithinMs'>,
  source: AnySource,
  runStartedAt: number,
  share?: number,
): Promise<ReadonlySet<string>> {
  const runs = await selectWholeRuns(store, source, runStartedAt, share)
    .select(['status', 'error_message', 'started_at'])
    .where('status', '!=', 'running')
    .where('started_at', '>=', runStartedAt - resumeWithinMs)
    .limit(20)
    .execute()
  const firstUninterrupted = runs.findIndex((run) => !wasInterrupted(run))
  const interruptedRuns = firstUninterrupted === -1 ? runs : runs.slice(0, firstUninterrupted)
  const since = interruptedRuns.at(-1)?.started_at
  if (since === undefined) return new Set()
  const states = await selectMemberStates(store, source)
    .select('member_id')
    .where('published_at', '>=', since)
    .where('held_reason', 'is', null)
    .execute()
  return new Set(states.map((state) => state.member_id))
}
