/** Records what happened to postings, and deletes what is older than readers need. */

import { chunks } from '../../../store/chunks.ts'
import type { Dialect } from '../../../store/store.ts'
import type { PruneContext } from '../../../sync/source.ts'
import type { JobChangeType } from '../schema/job-change.ts'
import type { JobsTables, JobsTransaction } from '../schema/tables.ts'

export interface PostingChange {
  readonly type: JobChangeType
  readonly jobId: string
}

/** Under the lock of the counts, so that the ids have the order in which transactions end: no reader misses one. */
export async function recordChanges(
  tx: JobsTransaction,
  dialect: Dialect,
  detectedAt: number,
  changes: readonly PostingChange[],
): Promise<void> {
  const rows = changes.map(({ type, jobId }) => ({ detected_at: detectedAt, type, job_id: jobId }))
  await dialect.insertRows(tx, 'job_change', rows)
}

/** Rows per transaction. */
const rowsMax = 5000

/** Returns the number of deleted changes. */
export async function pruneChanges({ tx: anyTx, now }: PruneContext, changeDays: number): Promise<number> {
  const tx = anyTx.withTables<JobsTables>() as JobsTransaction
  const old = await tx
    .selectFrom('job_change')
    .select('id')
    .where('detected_at', '<', now - changeDays * 86_400_000)
    .orderBy('detected_at')
    .limit(rowsMax)
    .execute()
  for (const chunk of chunks(old.map(({ id }) => id)))
    await tx.deleteFrom('job_change').where('id', 'in', chunk).execute()
  return old.length
}
