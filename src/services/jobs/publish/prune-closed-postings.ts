/** Deletes postings that have been closed for long, and frees their slots. */

import { toInstant } from '../../../core/clock.ts'
import type { PruneContext } from '../../../sync/source.ts'
import { type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { BlockChanges } from './block-changes.ts'
import { deleteDescriptions } from './texts/save-descriptions.ts'

/** Postings per transaction. */
const postingsMax = 500

/** Returns the number of deleted postings. */
export async function pruneClosedPostings(
  { tx: anyTx, dialect, now }: PruneContext,
  closedDays: number,
): Promise<number> {
  const tx = anyTx.withTables<JobsTables>() as JobsTransaction
  await dialect.lock(anyTx, 'job blocks')
  const before = toInstant(now - closedDays * 86_400_000).slice(0, 10)
  const rows = await tx
    .selectFrom('job')
    .select(['slot', 'id'])
    .where('closed_on', '<', before)
    .where('active', '=', jobStates.closed)
    .orderBy('closed_on')
    .limit(postingsMax)
    .execute()
  if (rows.length === 0) return 0
  const blocks = new BlockChanges()
  for (const { slot } of rows) blocks.free(slot)
  const ids = rows.map(({ id }) => id)
  await deleteDescriptions(
    tx,
    rows.map(({ slot }) => Number(slot)),
  )
  await tx.deleteFrom('job').where('id', 'in', ids).execute()
  await blocks.write(tx, dialect)
  return rows.length
}
