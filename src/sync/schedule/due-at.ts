/** When a source is due, derived from its last runs. */

import { createHash } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import type { SyncRunRow } from '../../store/tables.ts'
import { selectMemberStates } from '../member-state.ts'
import { selectWholeRuns, wasCutShort, wasInterrupted } from '../run/run-rows.ts'
import type { AnySource } from '../source.ts'

export type PastRun = Pick<
  SyncRunRow,
  'id' | 'status' | 'started_at' | 'finished_at' | 'error_message' | 'planned' | 'cancelled_by'
>

const firstRetryMs = 60_000
const longestRetryMs = 15 * 60_000
const jitterShare = 0.1
const jitterMsMax = 5 * 60_000

/**
 * Milliseconds since the epoch; undefined while it runs. `runs` are its whole runs, newest first.
 * Never run: at once. Cut short because a host closed: after a short pause. Failed: after a pause that doubles, up to the usual interval. Interrupted once: at once.
 * Interrupted repeatedly: as if it had failed, since it may be what kills the process. Cancelled: after the usual
 * interval, from its end.
 */
export function dueAt(source: Pick<AnySource, 'everyMinutes'>, runs: readonly PastRun[]): number | undefined {
  const [last] = runs
  if (!last) return 0
  if (last.status === 'running') return undefined
  const everyMs = source.everyMinutes * 60_000
  const endedAt = last.finished_at ?? last.started_at
  const intervalMs = everyMs + jitterMs(last.id, everyMs)
  if (wasCancelled(last)) return endedAt + intervalMs
  const regularAt = beganAt(runs, everyMs) + intervalMs
  if (wasCutShort(last)) return Math.min(regularAt, endedAt + pauseAfterClosing(runs))
  if (last.status !== 'failed') return regularAt
  const firstOtherStatus = runs.findIndex((run) => run.status !== 'failed')
  const consecutiveFailures = firstOtherStatus === -1 ? runs.length : firstOtherStatus
  if (wasInterruptedOnce(runs)) return Math.min(regularAt, endedAt)
  return Math.min(regularAt, endedAt + firstRetryMs * 2 ** (consecutiveFailures - 1))
}

/** A run that reads what others left continues them. */
function beganAt([last, ...earlier]: readonly PastRun[], everyMs: number): number {
  const lastAt = last?.started_at ?? 0
  const firstOther = earlier.findIndex((run) => !wasCutShort(run))
  const start = earlier.slice(0, firstOther === -1 ? earlier.length : firstOther).at(-1)?.started_at
  return start === undefined || lastAt - start >= everyMs ? lastAt : start
}

/** A host that is closed says when it may be asked; this is for hosts of which only some endpoints are closed. */
function pauseAfterClosing(runs: readonly PastRun[]): number {
  const firstOther = runs.findIndex((run) => !wasCutShort(run))
  const times = firstOther === -1 ? runs.length : firstOther
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (times - 1))
}

export function wasCancelled({ status, cancelled_by }: PastRun): boolean {
  return status === 'failed' && cancelled_by !== null
}

/** Interrupted, but not the time before: it resumes before other due sources. */
export function wasInterruptedOnce([last, previous]: readonly PastRun[]): boolean {
  return last !== undefined && wasInterrupted(last) && !(previous && wasInterrupted(previous))
}

/** Spreads sources over time. Derived from the run id, so that every process gets the same result. */
function jitterMs(runId: string, everyMs: number): number {
  const share = createHash('sha256').update(runId).digest().readUInt32BE() / 2 ** 32
  return Math.floor(share * Math.min(jitterMsMax, everyMs * jitterShare))
}

const pastRunsMax = 12

/** Newest first; none if what they published is gone, as after restoring only the ledger. */
export async function readPastRuns(
  store: Store,
  source: Pick<AnySource, 'id' | 'service'>,
  nowMs: number,
  share?: number,
): Promise<readonly PastRun[]> {
  const runs = await selectWholeRuns(store, source, nowMs, share)
    .select([
      'id',
      'status',
      'started_at',
      'finished_at',
      'error_message',
      'planned',
      'completed',
      'cancelled_by',
    ])
    .limit(pastRunsMax)
    .execute()
  const [last] = runs
  const hasPublished = (last?.status === 'succeeded' || last?.status === 'partial') && last.completed > 0
  if (!hasPublished) return runs
  const published = await selectMemberStates(store, source).select('member_id').limit(1).executeTakeFirst()
  return published ? runs : []
}
