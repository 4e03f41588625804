import { random } from '../../../sandbox/random.ts'
import { searchJobs } from '../../../src/services/jobs/queries/search-jobs.ts'
import { type Case, measureMs, median } from '../../case.ts'
import { jobsStoreFolder, openJobsStore, twoWordQuery } from '../../data/jobs-store.ts'

export const bench: Case = {
  name: 'jobs search',
  description: 'full-text search with two words at 1,000,000 postings',
  threshold: { below: 0.015 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('words')
    const seen: number[] = []
    let found = 0
    for (let turn = -5; turn < rounds * 5; turn++) {
      const q = twoWordQuery(chance)
      const ms = await measureMs(async () => {
        found += (await searchJobs(store.readModel, { active: true, q }, { sort: 'relevance', limit: 25 }))
          .total
      })
      if (turn >= 0) seen.push(ms)
    }
    const ms = median(seen)
    return {
      value: ms / 1000,
      unit: 's',
      ours: `${ms.toFixed(1)} ms`,
      baseline: `${Math.round(found / (seen.length + 5))} found`,
      rounds: seen,
    }
  },
}
