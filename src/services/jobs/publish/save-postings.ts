/** Stores the rows of postings, their labels, and what a list says about stored ones. */

import { chunks } from '../../../store/chunks.ts'
import { idList } from '../../../store/id-list.ts'
import type { Dialect } from '../../../store/store.ts'
import type { JobRow, JobsTransaction } from '../schema/tables.ts'
import type { FacetLabel } from './job-row.ts'

export interface PostingChanges {
  readonly written: readonly JobRow[]
  readonly labels: Iterable<FacetLabel>
  /** Stored postings that are listed. */
  readonly relistedIds: readonly string[]
  /** Postings that lack a field for the first time, and those that have it again. */
  readonly lostIds: readonly string[]
  readonly restoredIds: readonly string[]
  /** New digests of what boards say about stored postings, by id. */
  readonly sourceHashes: ReadonlyMap<string, string>
  readonly capturedAt: number
}

export async function savePostings(
  tx: JobsTransaction,
  dialect: Dialect,
  { written, labels, relistedIds, lostIds, restoredIds, sourceHashes, capturedAt }: PostingChanges,
): Promise<void> {
  for (const ids of chunks(relistedIds))
    await tx
      .updateTable('job')
      .set({ absences: 0, absent_at: null, held_at: null, last_seen: null, seen_at: null })
      .where('id', 'in', idList(dialect.engine, JSON.stringify(ids)))
      .execute()
  for (const [lost_at, ids] of [
    [capturedAt, lostIds],
    [null, restoredIds],
  ] as const)
    for (const chunk of chunks(ids))
      await tx
        .updateTable('job')
        .set({ lost_at })
        .where('id', 'in', idList(dialect.engine, JSON.stringify(chunk)))
        .execute()
  for (const [id, source_hash] of sourceHashes)
    await tx.updateTable('job').set({ source_hash }).where('id', '=', id).execute()
  await dialect.upsertChanged(tx, 'job', ['id'], written)
  await dialect.insertRows(tx, 'job_label', labels, { ifMissing: true })
}
