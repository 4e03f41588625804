/** Reads the data of a department's page, a list and four counts, in one scan. */

import { fold } from '../normalise/fold.ts'
import { type JobPosting, type JobsFreshness, pageFields } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { type Facets, labelsOf, noFacets } from './facets.ts'
import { readFacets } from './read-facets.ts'
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
  const found = await searchJobs(
    db,
    { active: true, department },
    { limit: rowsPerQuery, facets: { fields: pageFields, limit: breakdownRowsMax } },
  )
  if (found.total === 0) return undefined
  const breakdowns = pageFields.map((field, at) => [field, found.facets[at] ?? noFacets] as const)
  const [stored] = await db.run(labelsOf, { field: 'department', keys: [fold(department)] })
  return {
    department: stored?.label ?? department,
    date,
    matched: found.total,
    jobs: found.rows.slice(0, rowsPerQuery).map(({ doc }) => JSON.parse(doc) as JobPosting),
    breakdowns: Object.fromEntries(breakdowns) as Record<PageField, Facets>,
    freshness: found.freshness,
  }
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
