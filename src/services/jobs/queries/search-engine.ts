/** What searches the postings of a database: the blocks, unless a server was named that does it. */

import type { JobsDatabase } from '../schema/tables.ts'
import { blockSearchOf } from './blocks/block-search.ts'
import type { JobSearch } from './job-search.ts'

const searches = new WeakMap<JobsDatabase, JobSearch>()

/** Before the first search. */
export function searchWith(db: JobsDatabase, search: JobSearch): void {
  searches.set(db, search)
}

export function jobSearchOf(db: JobsDatabase): JobSearch {
  return searches.get(db) ?? blockSearchOf(db)
}
