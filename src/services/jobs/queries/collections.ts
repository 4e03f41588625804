/** What a department's page shows: one search and four counts, all of one moment. */

import { fold } from '../normalise/fold.ts'
import { type JobPosting, pageFields } from '../schema/job-posting.ts'
import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import { type Facets, readFacetsIn } from './read-facets.ts'
import { searchJobsIn } from './search-jobs.ts'

/** What each of the five calls asks for. */
const rowsPerQuery = 25
const breakdownRowsMax = 12

export type PageField = (typeof pageFields)[number]

export interface Collection {
  readonly department: string
  /** The day of the data. */
  readonly date: string
  readonly matched: number
  readonly jobs: readonly JobPosting[]
  readonly breakdowns: Readonly<Record<PageField, Breakdown>>
}

export type Breakdown = Facets

export interface DepartmentEntry {
  readonly department: string
  readonly count: number
  readonly share: number | null
}

/** Undefined when the department has no active postings. */
export async function readCollection(
  db: JobsDatabase,
  department: string,
  date: string,
): Promise<Collection | undefined> {
  const filter = { active: true, department }
  return await db.snapshot(async (snapshot) => {
    const read = withJobTables(snapshot)
    const result = await searchJobsIn(read, db, filter, rowsPerQuery)
    if (result.total === 0) return undefined
    const counts = new Map<PageField, Breakdown>()
    for (const field of pageFields) {
      const facets = await readFacetsIn(read, db, field, filter, rowsPerQuery)
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
      jobs: result.rows.map(({ doc }) => JSON.parse(doc) as JobPosting),
      breakdowns: Object.fromEntries(counts) as Record<PageField, Breakdown>,
    }
  })
}

const departmentsMax = 1000

export async function readDepartments(
  db: JobsDatabase,
): Promise<{ entries: DepartmentEntry[]; total: number; left_out: number }> {
  return await db.snapshot(async (snapshot) => {
    const facets = await readFacetsIn(
      withJobTables(snapshot),
      db,
      'department',
      { active: true },
      departmentsMax,
    )
    return {
      entries: facets.rows.map(({ value, count, share }) => ({ department: value, count, share })),
      total: facets.total,
      left_out: facets.values - facets.rows.length,
    }
  })
}
