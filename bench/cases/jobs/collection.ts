import { random } from '../../../sandbox/random.ts'
import { type Case, median } from '../../case.ts'
import { measureMs, readDepartmentPage, readDepartmentPageWithGroupBy } from '../../data/jobs-queries.ts'
import { departments, jobsStoreFolder, openJobsStore } from '../../data/jobs-store.ts'

/** At the store, without HTTP, like the baseline. */
export const bench: Case = {
  name: 'jobs collection',
  description:
    'the list and the four counts of a department page at 1,000,000 postings; beside it plain group by',
  threshold: { below: 0.005 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('departments')
    const seen: { ours: number; plain: number }[] = []
    for (const department of departments) await readDepartmentPage(store, department)
    for (let turn = 0; turn < rounds * 20; turn++) {
      const department = chance.pick(departments)
      seen.push({
        ours: await measureMs(() => readDepartmentPage(store, department)),
        plain:
          turn % 20 === 0
            ? await measureMs(() => readDepartmentPageWithGroupBy(store, department))
            : Number.NaN,
      })
    }
    const ours = median(seen.map((pair) => pair.ours))
    const plain = median(seen.map((pair) => pair.plain).filter((ms) => !Number.isNaN(ms)))
    return {
      value: ours / 1000,
      unit: 's',
      ours: `${ours.toFixed(2)} ms`,
      baseline: `group by ${plain.toFixed(1)} ms`,
      rounds: seen,
    }
  },
}
