import { random } from '../../../sandbox/random.ts'
import { type Case, median } from '../../case.ts'
import { fiveCalls, millisecondsOf } from '../../data/jobs-queries.ts'
import { departments, jobsStore, openJobsStore } from '../../data/jobs-store.ts'

/** The same page at ten times the rows; the two stores take turns. */
export const bench: Case = {
  name: 'jobs growth',
  about: 'the five calls of a department page at 1,000,000 postings, against 100,000',
  mark: { below: 1.5 },
  async measure({ rounds }) {
    await using few = await openJobsStore(await jobsStore(100_000), 'server')
    await using many = await openJobsStore(await jobsStore(1_000_000), 'server')
    const chance = random('departments')
    const seen: { few: number; many: number }[] = []
    for (const store of [few, many]) for (const department of departments) await fiveCalls(store, department)
    for (let turn = 0; turn < rounds * 20; turn++) {
      const department = chance.pick(departments)
      seen.push({
        few: await millisecondsOf(() => fiveCalls(few, department)),
        many: await millisecondsOf(() => fiveCalls(many, department)),
      })
    }
    const small = median(seen.map((pair) => pair.few))
    const large = median(seen.map((pair) => pair.many))
    return {
      value: large / small,
      unit: '×',
      ours: `${large.toFixed(2)} ms at 1 M`,
      yardstick: `${small.toFixed(2)} ms at 100 k`,
      rounds: seen,
    }
  },
}
