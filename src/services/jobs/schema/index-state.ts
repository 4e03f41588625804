/** What the read model knows about the search indexes in ClickHouse. */

import type { Kysely } from 'kysely'
import { Statement } from '../../../store/statements/statement.ts'
import type { JobsReadModelTables, JobsTables } from './tables.ts'

export type IndexRow = JobsTables['job_index']

/** What searches read. */
export interface ReadableIndex {
  readonly name: string
  /** Later ones are not complete. */
  readonly revision: number
  /** Earlier revisions that were given up; some of their rows may be there. */
  readonly abandoned: readonly number[]
  /** The revision whose words are counted. */
  readonly counted: number
}

const readableRevisions = new Statement<
  JobsReadModelTables,
  object,
  { name: string; revision: number; counted: number; abandoned: number | null }
>((db) =>
  db
    .selectFrom('job_index')
    .leftJoin('job_index_revision', (join) =>
      join
        .onRef('job_index_revision.name', '=', 'job_index.name')
        .on('job_index_revision.state', '=', 'abandoned'),
    )
    .select([
      'job_index.name',
      'readable_revision as revision',
      'counted_revision as counted',
      'job_index_revision.revision as abandoned',
    ])
    .where('job_index.state', '=', 'serving'),
)

/** Undefined until an index is complete. `read` must be a snapshot. */
export async function readServingIndex(
  read: Kysely<JobsReadModelTables>,
): Promise<ReadableIndex | undefined> {
  const rows = await readableRevisions.runIn(read, {})
  const [first] = rows
  if (first === undefined) return undefined
  const revision = Number(first.revision)
  const abandoned = rows.flatMap((row) => (row.abandoned === null ? [] : Number(row.abandoned)))
  return {
    name: first.name,
    revision,
    counted: Number(first.counted),
    abandoned: abandoned.filter((one) => one < revision),
  }
}

export async function readIndexes(read: Kysely<JobsReadModelTables>): Promise<IndexRow[]> {
  const rows = await read.selectFrom('job_index').selectAll().orderBy('name').execute()
  return rows.map((row) => ({
    ...row,
    filled_slots: Number(row.filled_slots),
    last_revision: Number(row.last_revision),
    readable_revision: Number(row.readable_revision),
    counted_revision: Number(row.counted_revision),
    cleaned_revision: Number(row.cleaned_revision),
    cleaned_at: Number(row.cleaned_at),
  }))
}
