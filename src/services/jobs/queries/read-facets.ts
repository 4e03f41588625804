/** Counts jobs per value of a field. */

import type { FacetField } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { type Facets, noFacets } from './facets.ts'
import type { JobFilter } from './filters.ts'
import { type SearchResult, searchJobs } from './search-jobs.ts'

/** `signal` ends a count that nobody waits for. */
export async function readFacets(
  db: JobsDatabase,
  field: FacetField,
  filter: JobFilter,
  limit: number,
  signal?: AbortSignal,
): Promise<Facets & Pick<SearchResult, 'understood'>> {
  const { facets, understood } = await searchJobs(db, filter, {
    limit: 0,
    facets: { fields: [field], limit },
    signal,
  })
  return { ...(facets[0] ?? noFacets), understood }
}
