/** Deletes postings that have been closed for long, and frees their slots. */

import { toInstant } from '../../../core/clock.ts'
import type { PruneContext } from '../../../sync/source.ts'
import { countedColumns } from '../schema/facets.ts'
import { type JobsTables, type JobsTransaction, jobStates } from '../schema/tables.ts'
import { deletePlaces } from './place-rows.ts'
import { deleteDescriptions } from './save-descriptions.ts'
import { SharedChanges } from './shared-changes.ts'

/** Postings per transaction. */
const postingsMax = 500

/** Returns the number of deleted postings. */
export async function pruneClosedPostings(
  { tx: anyTx, dialect, now }: PruneContext,
  closedDays: number,
): Promise<number> {
  const tx = anyTx.withTables<JobsTables>() as JobsTransaction
  await dialect.lock(anyTx, 'job counts')
  const before = toInstant(now - closedDays * 86_400_000).slice(0, 10)
  const rows = await tx
    .selectFrom('job')
    .select(['slot', 'id', 'listed_on', ...countedColumns])
    .where('closed_on', '<', before)
    .where('active', '=', jobStates.closed)
    .orderBy('closed_on')
    .limit(postingsMax)
    .execute()
  if (rows.length === 0) return 0
  const shared = new SharedChanges()
  for (const row of rows) {
    shared.counts.remove(row)
    shared.blocks.free(row.slot)
  }
  const ids = rows.map(({ id }) => id)
  await deleteDescriptions(
    tx,
    rows.map(({ slot }) => Number(slot)),
  )
  await deletePlaces(tx, dialect, rows)
  await tx.deleteFrom('job').where('id', 'in', ids).execute()
  await shared.write(tx, dialect)
  return rows.length
}
