/** Opens random rows of facets: each must have as many jobs as the search that it leads to, whatever is typed. */

import assert from 'node:assert/strict'
import { random } from '../../sandbox/random.ts'
import { toFilterValue } from '../../src/services/jobs/queries/filter-values.ts'
import type { JobFilter } from '../../src/services/jobs/queries/filters.ts'
import { searchJobs } from '../../src/services/jobs/queries/search-jobs.ts'
import { facetFields } from '../../src/services/jobs/schema/job-posting.ts'
import type { Store } from '../../src/store/store.ts'
import { queryGroups } from './search-queries.ts'

const rowsPerFacet = 6
const typed = Object.values(queryGroups)
  .flat()
  .map(({ q }) => q)
const others: readonly Partial<JobFilter>[] = [
  {},
  {},
  { country: 'Germany' },
  { country: 'XK' },
  { city: 'London' },
  { seniority: 'Senior' },
  { department: '!Sales' },
  { literal: true },
]

/** On the corpus of `search-corpus.ts`. Fails at the first row whose search has another number of jobs. */
export async function checkFacetRows({ readModel }: Store, rowsMin: number): Promise<void> {
  const chance = random('facet rows')
  for (let checked = 0; checked < rowsMin; ) {
    const filter = {
      active: true,
      ...(chance.chance(0.9) ? { q: chance.pick(typed) } : {}),
      ...chance.pick(others),
    }
    const field = chance.pick(facetFields.filter((one) => (filter as JobFilter)[one] === undefined))
    const { facets } = await searchJobs(readModel, filter, {
      limit: 0,
      facets: { fields: [field], limit: 1000 },
    })
    const rows = facets[0]?.rows ?? []
    for (let at = 0; at < Math.min(rowsPerFacet, rows.length); at++) {
      const { value, count } = chance.pick(rows)
      const opened = { ...filter, [field]: toFilterValue(value, field) }
      const { total } = await searchJobs(readModel, opened, { limit: 1 })
      assert.equal(total, count, JSON.stringify(opened))
      checked += 1
    }
  }
}
