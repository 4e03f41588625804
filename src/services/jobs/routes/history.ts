/** `/job-postings/v1/jobs/history`. */

import { Type } from 'typebox'
import { withDefault } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { readOpenDays } from '../queries/open-days.ts'
import { OpenDay } from '../schema/job-posting.ts'
import type { JobsDatabase } from '../schema/tables.ts'
import { filterParameters, resolveFilter } from './filter-parameters.ts'
import { jobsCache } from './jobs.ts'

const { company, department, city, region, country, near, radius_miles } = filterParameters
const { workplace_type, employment_type, ats, job_function, seniority } = filterParameters
/** Not the words: closed jobs may lead to another reading of them than open ones. */
export const historyFilters = {
  company,
  department,
  city,
  region,
  country,
  near,
  radius_miles,
  workplace_type,
  employment_type,
  ats,
  job_function,
  seniority,
}

const daysMax = 365

/** `closedDays`: how long closed postings stay. */
export function historyRoutes(db: JobsDatabase, closedDays: number): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/job-postings/v1/jobs/history',
      id: 'listOpenDays',
      tag: 'Job postings',
      summary: 'Count open jobs by day',
      description:
        'Oldest first, from the first day on which a matching job was seen, and not before closed jobs are deleted (`CLOSED_JOB_DAYS`). Filters compare what a job says now, or said last. A job that was closed and then listed again counts as open in between.',
      query: Type.Object({
        ...historyFilters,
        days: withDefault(
          Type.Integer({ minimum: 1, maximum: daysMax, description: 'So many days until today.' }),
          90,
        ),
      }),
      response: { rows: OpenDay },
      access: 'optional',
      cache: jobsCache,
      handle: async ({ query: { days, ...stated }, nowMs, signal }) => {
        const filter = resolveFilter({ ...stated, active: true })
        const rows = await readOpenDays(db, { filter, days: Math.min(days, closedDays), nowMs, signal })
        return { rows: rows.map((row) => JSON.stringify(row)) }
      },
    }),
  ]
}
