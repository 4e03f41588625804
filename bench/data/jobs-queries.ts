/** The queries of the jobs cases: a department's page, and the same with plain SQL. */

import { sql } from 'kysely'
import { readCollection } from '../../src/services/jobs/queries/collections.ts'
import { withJobTables } from '../../src/services/jobs/schema/tables.ts'
import type { Store } from '../../src/store/store.ts'

export async function readDepartmentPage({ readModel }: Store, department: string): Promise<void> {
  await readCollection(readModel, department, '2026-11-15')
}

const columns = ['cities', 'regions', 'workplace_key', 'employment_key'] as const

/** The same result with plain `count(*)` and `group by`, on the same indexes. */
export async function readDepartmentPageWithGroupBy({ readModel }: Store, department: string): Promise<void> {
  const read = withJobTables(readModel.read)
  const key = department.toLowerCase()
  const jobs = read.selectFrom('job').where('active', '=', 1).where('department_key', '=', key)
  await jobs.select(sql<number>`count(*)`.as('n')).execute()
  await jobs.select('doc').orderBy('listed_on', 'desc').orderBy('id', 'desc').limit(25).execute()
  for (const column of columns) {
    await jobs
      .select([column, sql<number>`count(*)`.as('n')])
      .groupBy(column)
      .orderBy('n', 'desc')
      .limit(25)
      .execute()
  }
}

export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
