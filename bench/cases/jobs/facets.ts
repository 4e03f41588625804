import { sql } from 'kysely'
import { type Random, random } from '../../../sandbox/random.ts'
import type { JobFilter } from '../../../src/services/jobs/queries/filters.ts'
import { readFacets } from '../../../src/services/jobs/queries/read-facets.ts'
import { withJobTables } from '../../../src/services/jobs/schema/tables.ts'
import type { Store } from '../../../src/store/store.ts'
import { type Case, measureMs, median } from '../../case.ts'
import { departments, jobsStoreFolder, openJobsStore } from '../../data/jobs-store.ts'

/** Counted in the blocks. */
export const bench: Case = {
  name: 'jobs facets',
  description: 'facets with three combined filters at 1,000,000 postings; beside it plain group by',
  threshold: { below: 0.025 },
  async measure({ rounds }) {
    await using store = await openJobsStore(await jobsStoreFolder(1_000_000), 'server')
    const chance = random('filters')
    const seen: number[] = []
    const plain: number[] = []
    const cold = await measureMs(() => readFacets(store.readModel, 'city', threeFilters(chance), 25))
    for (let turn = 0; turn < rounds * 20; turn++) {
      const filter = threeFilters(chance)
      seen.push(await measureMs(() => readFacets(store.readModel, 'city', filter, 25)))
      if (turn % 20 === 0) plain.push(await measureMs(() => plainFacets(store, filter)))
    }
    const ms = median(seen)
    return {
      value: ms / 1000,
      unit: 's',
      ours: `${ms.toFixed(1)} ms, cold ${cold.toFixed(0)} ms`,
      baseline: `group by ${median(plain).toFixed(0)} ms`,
      rounds: [{ cold, plain }, ...seen],
    }
  },
}

function threeFilters(chance: Random): JobFilter & { country: string } {
  const country = chance.pick(['United States', 'Germany', 'India'])
  const [workplace_type, employment_type] = [chance.pick(['Remote', 'On Site']), 'Full Time']
  const department = chance.chance(0.3) ? chance.pick(departments) : undefined
  if (department !== undefined) return { active: true, country, workplace_type, department }
  return { active: true, country, employment_type, workplace_type }
}

async function plainFacets({ readModel }: Store, filter: JobFilter & { country: string }): Promise<void> {
  let jobs = withJobTables(readModel.read)
    .selectFrom('job')
    .where('active', '=', 1)
    .where('countries', 'like', `%|${filter.country.toLowerCase()}|%`)
    .where('workplace_key', '=', String(filter.workplace_type).toLowerCase())
  if (filter.department !== undefined)
    jobs = jobs.where('department_key', '=', filter.department.toLowerCase())
  else jobs = jobs.where('employment_key', '=', 'full time')
  await jobs
    .select(['cities', sql<number>`count(*)`.as('n')])
    .groupBy('cities')
    .orderBy('n', 'desc')
    .limit(25)
    .execute()
}
