/**
 * The revisions of an index. Each attempt to publish has its own: what a former publisher sends late belongs to a revision that
 * was given up, which nobody reads.
 */

import type { Dialect } from '../../../../store/store.ts'
import type { IndexRow } from '../../schema/index-state.ts'
import { type JobsTransaction, service } from '../../schema/tables.ts'
import { noteIndexed, type UnindexedSlots } from './unindexed.ts'

/** Another publisher has begun a revision since: it goes on. */
export class RevisionLost extends Error {}

/** Gives up what was begun before. `readable_revision`: what the caller has read. If another publisher has ended one since, it lost. */
export async function beginRevision(
  tx: JobsTransaction,
  { name, readable_revision }: Pick<IndexRow, 'name' | 'readable_revision'>,
  now: number,
): Promise<number> {
  await tx
    .updateTable('job_index_revision')
    .set({ state: 'abandoned', at: now })
    .where('name', '=', name)
    .where('state', '=', 'open')
    .execute()
  const begun = await tx
    .updateTable('job_index')
    .set((eb) => ({ last_revision: eb('last_revision', '+', 1) }))
    .where('name', '=', name)
    .where('readable_revision', '=', readable_revision)
    .returning('last_revision')
    .executeTakeFirst()
  if (begun === undefined) throw new RevisionLost(`the index ${name} has changed or is gone`)
  const revision = Number(begun.last_revision)
  await tx.insertInto('job_index_revision').values({ name, revision, state: 'open', at: now }).execute()
  return revision
}

export interface PublishedRevision {
  readonly name: string
  readonly revision: number
  /** What it has indexed. */
  readonly slots: UnindexedSlots
  readonly filledSlots: number
  /** Whether the index has every posting. */
  readonly isComplete: boolean
  readonly now: number
}

/** From now on, searches read it. */
export async function endRevision(
  tx: JobsTransaction,
  dialect: Dialect,
  { name, revision, slots, filledSlots, isComplete, now }: PublishedRevision,
): Promise<void> {
  const noted = await tx
    .updateTable('job_index_revision')
    .set({ state: 'readable', at: now })
    .where('name', '=', name)
    .where('revision', '=', revision)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (noted.numUpdatedRows !== 1n) throw new RevisionLost(`the revision ${revision} of ${name} was given up`)
  if (isComplete) await retireOthers(tx, name, now)
  await tx
    .updateTable('job_index')
    .set({
      readable_revision: revision,
      filled_slots: filledSlots,
      ...(isComplete ? { state: 'serving' } : {}),
    })
    .where('name', '=', name)
    .execute()
  await noteIndexed(tx, name, slots)
  // Responses that are cached are of an earlier state.
  await dialect.bumpVersion(tx, service, now)
}

/** Searches that have begun still read them. */
async function retireOthers(tx: JobsTransaction, name: string, now: number): Promise<void> {
  const others = await tx
    .updateTable('job_index')
    .set({ state: 'retired', cleaned_at: now })
    .where('name', '<>', name)
    .where('state', '<>', 'retired')
    .returning('name')
    .execute()
  for (const other of others) await tx.deleteFrom('job_unindexed').where('name', '=', other.name).execute()
}

export async function noteCounted(
  tx: JobsTransaction,
  { name }: Pick<IndexRow, 'name'>,
  revision: number,
): Promise<void> {
  await tx
    .updateTable('job_index')
    .set({ counted_revision: revision })
    .where('name', '=', name)
    .where('counted_revision', '<', revision)
    .execute()
}
