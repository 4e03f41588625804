/** Notes which postings have changed since they were indexed. Without a search index, nothing is noted. */

import { chunks } from '../../../../store/chunks.ts'
import { Statement } from '../../../../store/statements/statement.ts'
import type { JobsDatabase, JobsReadModelTables, JobsTransaction } from '../../schema/tables.ts'

const indexNames = new Statement<JobsReadModelTables, object, { name: string }>((db) =>
  db.selectFrom('job_index').select('name').where('state', '<>', 'retired'),
)

/** The caller must hold the `job blocks` lock. */
export async function noteUnindexed(tx: JobsTransaction, slots: Iterable<number>): Promise<void> {
  const indexes = await indexNames.runIn(tx, {})
  for (const { name } of indexes)
    for (const chunk of chunks(new Set(slots)))
      await tx
        .insertInto('job_unindexed')
        .values(chunk.map((slot) => ({ name, slot, change: 1 })))
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'slot'])
            .doUpdateSet((eb) => ({ change: eb('job_unindexed.change', '+', 1) })),
        )
        .execute()
}

/** The change of each slot that is to be indexed. */
export type UnindexedSlots = ReadonlyMap<number, number>

/** Deletes those that have not changed again. */
export async function noteIndexed(tx: JobsTransaction, name: string, slots: UnindexedSlots): Promise<void> {
  for (const [change, same] of Map.groupBy(slots, ([, each]) => each))
    for (const chunk of chunks(same))
      await tx
        .deleteFrom('job_unindexed')
        .where('name', '=', name)
        .where(
          'slot',
          'in',
          chunk.map(([slot]) => slot),
        )
        .where('change', '=', change)
        .execute()
}

const anyUnindexed = new Statement<JobsReadModelTables, object, { slot: number }>((db) =>
  db.selectFrom('job_unindexed').select('slot').limit(1),
)

export async function hasUnindexed(db: JobsDatabase): Promise<boolean> {
  return (await db.run(anyUnindexed, {})).length > 0
}
