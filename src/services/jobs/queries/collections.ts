/** Reads the data of a department's page, one search and four counts, in one snapshot. */

import { fold } from '../normalise/fold.ts'
import { type JobPosting, type JobsFreshness, pageFields } from '../schema/job-posting.ts'
import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import { type Facets, readFacets } from './read-facets.ts'
import { searchJobs } from './search-jobs.ts'

const rowsPerQuery = 25
const breakdownRowsMax = 12

export type PageField = (typeof pageFields)[number]

export interface Collection {
  readonly department: string
  readonly date: string
  readonly matched: number
  readonly jobs: readonly JobPosting[]
  readonly breakdowns: Readonly<Record<PageField, Facets>>
  /** Of the jobs. */
  readonly freshness: JobsFreshness | undefined
}

export interface DepartmentEntry {
  readonly department: string
  readonly count: number
  readonly share: number | null
}

/** Undefined if the department has no active jobs. */
export async function readCollection(
  db: JobsDatabase,
  department: string,
  date: string,
): Promise<Collection | undefined> {
  const filter = { active: true, department }
  return await db.snapshot(async (snapshot) => {
    const read = withJobTables(snapshot)
    const result = await searchJobs(db, filter, { limit: rowsPerQuery, snapshot: read })
    if (result.total === 0) return undefined
    const counts = new Map<PageField, Facets>()
    for (const field of pageFields) {
      const facets = await readFacets(db, field, filter, rowsPerQuery, { snapshot: read })
      counts.set(field, { ...facets, rows: facets.rows.slice(0, breakdownRowsMax) })
    }
    const label = await read
      .selectFrom('job_label')
      .select('label')
      .where('field', '=', 'department')
      .where('key', '=', fold(department))
      .executeTakeFirst()
    return {
      department: label?.label ?? department,
      date,
      matched: result.total,
      jobs: result.rows.slice(0, rowsPerQuery).map(({ doc }) => JSON.parse(doc) as JobPosting),
      breakdowns: Object.fromEntries(counts) as Record<PageField, Facets>,
      freshness: result.freshness,
    }
  })
}

const departmentsMax = 1000

export async function readDepartments(
  db: JobsDatabase,
): Promise<{ entries: DepartmentEntry[]; total: number; left_out: number }> {
  const { rows, total, values } = await readFacets(db, 'department', { active: true }, departmentsMax)
  return {
    entries: rows.map(({ value, count, share }) => ({ department: value, count, share })),
    total,
    left_out: values - rows.length,
  }
}
