/** What searches the postings of a database. */

import type { JobsDatabase } from '../schema/tables.ts'
import { blockSearchOf } from './blocks/block-search.ts'
import type { JobSearch } from './job-search.ts'

export function jobSearchOf(db: JobsDatabase): JobSearch {
  return blockSearchOf(db)
}
