import { random } from '../../src/sandbox/random.ts'
import { readFacets } from '../../src/services/jobs/facets.ts'
import { type Case, median } from '../case.ts'
import { departments, jobsStore, openJobsStore } from '../generate-jobs.ts'
import { millisecondsOf } from '../jobs-calls.ts'

/** Nothing is kept for three filters at once: they are counted, on a thread of their own. */
export const bench: Case = {
  name: 'jobs facets',
  about: 'facets with three combined filters at 1,000,000 postings',
  mark: { below: 0.025 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStore(1_000_000), 'server')
    const chance = random('filters')
    const seen: { narrow: number; wide: number }[] = []
    for (let turn = -3; turn < rounds * 2; turn++) {
      const narrow = {
        active: true,
        department: chance.pick(departments),
        country: 'US',
        workplace_type: 'Remote',
      }
      const wide = {
        active: true,
        country: 'Germany',
        workplace_type: 'Remote',
        employment_type: 'Full Time',
      }
      const pair = {
        narrow: await millisecondsOf(() => readFacets(store.readModel, 'city', narrow, 25)),
        wide: await millisecondsOf(() => readFacets(store.readModel, 'city', wide, 25)),
      }
      if (turn >= 0) seen.push(pair)
    }
    const narrow = median(seen.map((pair) => pair.narrow))
    const wide = median(seen.map((pair) => pair.wide))
    return {
      value: narrow / 1000,
      unit: 's',
      ours: `${narrow.toFixed(1)} ms in a department`,
      yardstick: `${wide.toFixed(1)} ms in none`,
      rounds: seen,
    }
  },
}
