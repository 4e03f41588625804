import { random } from '../../../sandbox/random.ts'
import { readCollection } from '../../../src/services/jobs/queries/collections.ts'
import { type Case, measureMs, median } from '../../case.ts'
import { departments, jobsStoreFolder, openJobsStore } from '../../data/jobs-store.ts'

/** At the store, without HTTP. */
export const bench: Case = {
  name: 'jobs collection',
  description: 'the list and the four counts of a department page together at 1,000,000 postings',
  threshold: { below: 0.005 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('departments')
    const read = (department: string) => readCollection(store.readModel, department, '2026-11-15')
    const seen: number[] = []
    let found = 0
    for (const department of departments) await read(department)
    for (let turn = 0; turn < rounds * 20; turn++)
      seen.push(
        await measureMs(async () => {
          found = (await read(chance.pick(departments)))?.matched ?? 0
        }),
      )
    const ms = median(seen)
    return {
      value: ms / 1000,
      unit: 's',
      ours: `${ms.toFixed(2)} ms`,
      baseline: `${found} found`,
      rounds: seen,
    }
  },
}
