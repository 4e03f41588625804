/** How far the search index is behind the read model. */

import { type JobsDatabase, withJobTables } from '../../schema/tables.ts'

export interface IndexLag {
  /** Postings that have changed and are not indexed; 0 if there is no index. */
  readonly waiting: number
  /** When the last revision became readable; 0 if none has. */
  readonly publishedAt: number
}

export async function readIndexLag(db: JobsDatabase): Promise<IndexLag> {
  const read = withJobTables(db.read)
  const waiting = await read
    .selectFrom('job_unindexed')
    .innerJoin('job_index', 'job_index.name', 'job_unindexed.name')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('job_index.state', '=', 'serving')
    .executeTakeFirst()
  const last = await read
    .selectFrom('job_index_revision')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('state', '=', 'readable')
    .executeTakeFirst()
  return { waiting: Number(waiting?.n ?? 0), publishedAt: Number(last?.at ?? 0) }
}
