/** Searches the blocks of the read model, which each process holds in memory. */

import { type JobsDatabase, jobStates, withJobTables } from '../../schema/tables.ts'
import type { JobSearch } from '../job-search.ts'
import { blockCacheOf } from './block-cache.ts'

export function blockSearchOf(db: JobsDatabase): JobSearch {
  return {
    find: (read, query, wanted) => blockCacheOf(db).find(read, query, wanted),
    async readTitles(limit) {
      const rows = await withJobTables(db.heavy)
        .selectFrom('job')
        .select(({ fn }) => ['title', fn.countAll<number>().as('count')])
        .where('active', '=', jobStates.listed)
        .groupBy('title')
        .orderBy('count', 'desc')
        .orderBy('title')
        .limit(limit)
        .execute()
      return rows.map(({ title, count }) => ({ title, count: Number(count) }))
    },
  }
}
