import { random } from '../../../sandbox/random.ts'
import { type Case, median } from '../../case.ts'
import { measureMs, readDepartmentPage } from '../../data/jobs-queries.ts'
import { departments, jobsStoreFolder, openJobsStore } from '../../data/jobs-store.ts'

/** The same page at ten times the rows; the two stores take turns. */
export const bench: Case = {
  name: 'jobs growth',
  description: 'the five calls of a department page at 1,000,000 postings, against 100,000',
  threshold: { below: 1.5 },
  async measure({ rounds }) {
    await using few = await openJobsStore(await jobsStoreFolder(100_000), 'server')
    await using many = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('departments')
    const seen: { few: number; many: number }[] = []
    for (const store of [few, many])
      for (const department of departments) await readDepartmentPage(store, department)
    for (let turn = 0; turn < rounds * 20; turn++) {
      const department = chance.pick(departments)
      seen.push({
        few: await measureMs(() => readDepartmentPage(few, department)),
        many: await measureMs(() => readDepartmentPage(many, department)),
      })
    }
    const small = median(seen.map((pair) => pair.few))
    const large = median(seen.map((pair) => pair.many))
    return {
      value: large / small,
      unit: '×',
      ours: `${large.toFixed(2)} ms at 1 M`,
      baseline: `${small.toFixed(2)} ms at 100 k`,
      rounds: seen,
    }
  },
}
