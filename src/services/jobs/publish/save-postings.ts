/** Stores the rows of postings, their places and labels, and what a list says about stored ones. */

import { chunks } from '../../../store/chunks.ts'
import type { Dialect } from '../../../store/store.ts'
import { facetKeysOf, scopeKey } from '../schema/facets.ts'
import { withoutCountry } from '../schema/place-keys.ts'
import type { JobRow, JobsTables, JobsTransaction } from '../schema/tables.ts'
import type { FacetLabel } from './job-row.ts'

export interface PostingChanges {
  readonly written: readonly JobRow[]
  readonly labels: Iterable<FacetLabel>
  /** Stored postings that are listed. */
  readonly relistedIds: readonly string[]
  /** Postings that lack a field for the first time, and those that have it again. */
  readonly lostIds: readonly string[]
  readonly restoredIds: readonly string[]
  readonly capturedAt: number
}

export async function savePostings(
  tx: JobsTransaction,
  dialect: Dialect,
  { written, labels, relistedIds, lostIds, restoredIds, capturedAt }: PostingChanges,
): Promise<void> {
  for (const ids of chunks(relistedIds))
    await tx
      .updateTable('job')
      .set({ absences: 0, absent_at: null, held_at: null, last_seen: null, seen_at: null })
      .where('id', 'in', ids)
      .execute()
  for (const [lost_at, ids] of [
    [capturedAt, lostIds],
    [null, restoredIds],
  ] as const)
    for (const chunk of chunks(ids))
      await tx.updateTable('job').set({ lost_at }).where('id', 'in', chunk).execute()
  await dialect.upsertChanged(tx, 'job', ['id'], written)
  for (const rows of chunks(written)) {
    const ids = rows.map(({ id }) => id)
    await tx.deleteFrom('job_place').where('job_id', 'in', ids).execute()
  }
  for (const rows of chunks(written.values().flatMap(toPlaceRows)))
    await tx.insertInto('job_place').values(rows).execute()
  for (const rows of chunks(labels))
    await tx
      .insertInto('job_label')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

function toPlaceRows(row: JobRow): JobsTables['job_place'][] {
  const { active, listed_on, id: job_id } = row
  return (['city', 'region', 'country'] as const).flatMap((field) =>
    [...new Set(facetKeysOf(row, field).map((key) => withoutCountry(field, key)))].map((key) => ({
      term: scopeKey(field, key),
      active,
      listed_on,
      job_id,
    })),
  )
}
