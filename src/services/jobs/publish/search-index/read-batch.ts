/** Chooses the postings of the next revision: those that have changed, then those that the index never had. */

import type { IndexRow } from '../../schema/index-state.ts'
import { type JobsDatabase, withJobTables } from '../../schema/tables.ts'
import type { UnindexedSlots } from './unindexed.ts'

export interface IndexBatch {
  /** Ascending, so that few blocks are read. */
  readonly slots: readonly number[]
  /** Those that have changed. */
  readonly changes: UnindexedSlots
  /** Postings of slots below it are indexed with this batch or before. */
  readonly filledSlots: number
  readonly hasMore: boolean
}

/** Undefined if the index has everything. */
export async function readBatch(
  db: JobsDatabase,
  { name, state, filled_slots }: IndexRow,
  limit: number,
): Promise<IndexBatch | undefined> {
  return await db.snapshot(async (anyRead) => {
    const read = withJobTables(anyRead)
    const changed = await read
      .selectFrom('job_unindexed')
      .select(['slot', 'change'])
      .where('name', '=', name)
      .orderBy('slot')
      .limit(limit)
      .execute()
    const changes = new Map(changed.map(({ slot, change }) => [Number(slot), Number(change)]))
    const left = limit - changes.size
    const isFilling = state === 'filling'
    const filled =
      isFilling && left > 0
        ? await read
            .selectFrom('job')
            .select('slot')
            .where('slot', '>=', filled_slots)
            .orderBy('slot')
            .limit(left)
            .execute()
        : []
    if (!isFilling && changes.size === 0) return undefined
    const last = filled.at(-1)
    const slots = [...new Set([...changes.keys(), ...filled.map(({ slot }) => Number(slot))])]
    return {
      slots: slots.sort((one, other) => one - other),
      changes,
      filledSlots: last === undefined ? filled_slots : Number(last.slot) + 1,
      hasMore: changes.size === limit || (isFilling && filled.length === left),
    }
  })
}
