import { random } from '../../../sandbox/random.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { type Case, measureMs, median } from '../../case.ts'
import { jobsStoreFolder, openJobsStore } from '../../data/jobs-store.ts'

/** No index has this order and these filters together; what matches is rare, and old. */
export const bench: Case = {
  name: 'jobs filters',
  description:
    'the first page and the total of four combined filters, by day of change, at 1,000,000 postings',
  threshold: { below: 0.025 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('filters')
    const seen: number[] = []
    let found = 0
    for (let turn = -3; turn < rounds * 10; turn++) {
      const filter = {
        active: true,
        country: chance.pick(['United States', 'Germany', 'India']),
        employment_type: chance.pick(['Part Time', 'Contract', 'Internship']),
        salary_min: chance.int(100, 180) * 1000,
        posted_before: '2026-03-01',
      }
      const ms = await measureMs(async () => {
        found = (await searchJobs(store.readModel, filter, { sort: 'changed', limit: 25 })).total
      })
      if (turn >= 0) seen.push(ms)
    }
    const ms = median(seen)
    return {
      value: ms / 1000,
      unit: 's',
      ours: `${ms.toFixed(1)} ms`,
      baseline: `${found} found`,
      rounds: seen,
    }
  },
}
