/** Which members an interrupted run has already published, so that the next one need not ask for them again. */

import type { AnySource } from '../source.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { wasInterrupted } from './run-rows.ts'

export async function readResumableMembers(
  { store, resumeWithinMs }: Pick<SyncDeps, 'store' | 'resumeWithinMs'>,
  source: AnySource,
  runStartedAt: number,
): Promise<ReadonlySet<string>> {
  const runs = await store.ledger.read
    .selectFrom('sync_run')
    .select(['status', 'error_message', 'started_at'])
    .where('source_id', '=', source.id)
    .where('mode', 'in', ['scheduled', 'manual'])
    .where('status', '!=', 'running')
    .where('started_at', '>=', runStartedAt - resumeWithinMs)
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  const firstUninterrupted = runs.findIndex((run) => !wasInterrupted(run))
  const interruptedRuns = firstUninterrupted === -1 ? runs : runs.slice(0, firstUninterrupted)
  const since = interruptedRuns.at(-1)?.started_at
  if (since === undefined) return new Set()
  const states = await store.readModel.read
    .selectFrom('member_state')
    .select('member_id')
    .where('service', '=', source.service)
    .where('source_id', '=', source.id)
    .where('published_at', '>=', since)
    .where('held_reason', 'is', null)
    .execute()
  return new Set(states.map((state) => state.member_id))
}
