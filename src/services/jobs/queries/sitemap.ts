/** Reads which postings a sitemap lists. Both statements are answered from the index by day of change. */

import { type JobsDatabase, withJobTables } from '../schema/tables.ts'

export interface ChangedDay {
  readonly day: string
  readonly postings: number
}

/** Newest first. */
export async function readChangedDays(db: JobsDatabase): Promise<ChangedDay[]> {
  const rows = await withJobTables(db.read)
    .selectFrom('job')
    .select(({ fn }) => ['changed_on as day', fn.countAll<number>().as('postings')])
    .where('active', '=', 1)
    .groupBy('changed_on')
    .orderBy('changed_on', 'desc')
    .execute()
  return rows.map(({ day, postings }) => ({ day, postings: Number(postings) }))
}

/** The ids of the postings that last changed on the day. */
export async function readChangedIds(
  db: JobsDatabase,
  day: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const rows = await withJobTables(db.read)
    .selectFrom('job')
    .select('id')
    .where('active', '=', 1)
    .where('changed_on', '=', day)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ id }) => id)
}
