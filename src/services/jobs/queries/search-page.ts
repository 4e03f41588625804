/** Reads the data of a search page, one search and a count per facet, in one snapshot. */

import type { CursorKey } from '../../../http/cursor.ts'
import type { FacetField, JobPosting } from '../schema/job-posting.ts'
import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import type { JobFilter } from './filters.ts'
import type { SortName } from './indexed-list.ts'
import { type Facets, readFacets } from './read-facets.ts'
import { searchJobs } from './search-jobs.ts'

const jobsPerPage = 25
const facetRowsMax = 8

export interface FoundPage {
  readonly jobs: readonly JobPosting[]
  readonly total: number
  readonly notSearched: number
  readonly isSimilar: boolean
  readonly facets: readonly (readonly [field: FacetField, facets: Facets])[]
  readonly nextKey: CursorKey | undefined
}

interface SearchPageOptions {
  readonly sort: SortName | undefined
  readonly after: CursorKey | undefined
  readonly signal?: AbortSignal
}

export async function readSearchPage(
  db: JobsDatabase,
  filter: JobFilter,
  fields: readonly FacetField[],
  { sort, after, signal }: SearchPageOptions,
): Promise<FoundPage> {
  return await db.snapshot(async (read) => {
    const snapshot = withJobTables(read)
    const { rows, total, notSearched, isSimilar } = await searchJobs(db, filter, {
      sort: sort ?? (filter.q === undefined ? 'posted' : 'relevance'),
      after,
      limit: jobsPerPage,
      snapshot,
      signal,
    })
    const facets: [FacetField, Facets][] = []
    for (const field of fields)
      facets.push([field, await readFacets(db, field, filter, facetRowsMax, { snapshot, signal })])
    const shown = rows.slice(0, jobsPerPage)
    const last = shown.at(-1)
    return {
      jobs: shown.map(({ doc }) => JSON.parse(doc) as JobPosting),
      total,
      notSearched,
      isSimilar,
      facets,
      nextKey: rows.length > jobsPerPage && last !== undefined ? [last.sort, last.id] : undefined,
    }
  })
}
