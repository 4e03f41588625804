/** Reads what happened to jobs from the change log, newest first or oldest first, each with the job as it is now. */

import { type Kysely, sql } from 'kysely'
import { toInstant } from '../../../core/clock.ts'
import type { JobChangeType } from '../schema/job-change.ts'
import {
  type JobsDatabase,
  type JobsReadModelTables,
  jobStates,
  service,
  withJobTables,
} from '../schema/tables.ts'
import { addAge, agedColumns } from './job-age.ts'

export const changeOrders = ['newest', 'oldest'] as const
export type ChangeOrder = (typeof changeOrders)[number]

export interface ChangeFilter {
  readonly order: ChangeOrder
  readonly since: number | undefined
  readonly type: JobChangeType | undefined
  /** Number of the change after which the page starts. */
  readonly after: number | undefined
  readonly limit: number
}

export interface ChangeRow {
  readonly id: number
  readonly doc: string
}

/** Returns one row more than `limit` if there is a next page. */
export async function readChanges(db: JobsDatabase, filter: ChangeFilter): Promise<ChangeRow[]> {
  const found = await selectChanges(withJobTables(db.read), filter).execute()
  const jobs = addAge(found).rows
  return found.map(({ change_id, type, detected_at }, at) => {
    const [id, detectedAt] = [Number(change_id), toInstant(Number(detected_at))]
    const name = type.slice(typePrefix.length)
    return { id, doc: `{"id":${id},"type":"${name}","detected_at":"${detectedAt}","job":${jobs[at]?.doc}}` }
  })
}

const typePrefix = 'posting.'
/** A literal, so that the indexes of the service are used. */
const isJobChange = sql<boolean>`service = ${sql.lit(service)}`

/** Lists do not have duplicates either. */
function selectChanges(
  read: Kysely<JobsReadModelTables>,
  { order, since, type, after, limit }: ChangeFilter,
) {
  let query = read
    .selectFrom('change as c')
    .innerJoin('job', 'job.id', 'c.subject')
    .select(['c.number as change_id', 'c.type', 'c.detected_at', ...agedColumns])
    .where(isJobChange)
    .where('job.active', '<>', jobStates.duplicate)
    .where('c.type', type === undefined ? '<>' : '=', `${typePrefix}${type ?? 'corrected'}`)
    .orderBy('c.number', order === 'newest' ? 'desc' : 'asc')
    .limit(limit + 1)
  if (since !== undefined)
    query = query
      .where('c.detected_at', '>=', since)
      // Rows have nearly the order of their times: without the bound, all earlier ones would be read.
      .where('c.number', '>=', (eb) =>
        eb
          .selectFrom('change')
          .select(({ fn }) => fn.min<number>('number').as('number'))
          .where(isJobChange)
          .where('detected_at', '>=', since),
      )
  if (after !== undefined) query = query.where('c.number', order === 'newest' ? '<' : '>', after)
  return query
}
