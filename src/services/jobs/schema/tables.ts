/** The rows of the jobs tables. */

import type { Kysely, Transaction } from 'kysely'
import type { Narrowed } from '../../../store/migrations/create-tables.ts'
import type { JobsTables as TablesOfJobs } from '../../../store/read-model/jobs.ts'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { CloseReason } from './job-posting.ts'

export const service = 'jobs'

export type JobsTables = Narrowed<
  TablesOfJobs,
  {
    job_board: Narrowed<TablesOfJobs['job_board'], { state: 'ok' | 'incomplete' | 'held' | 'gone' }>
    job_closing: Narrowed<TablesOfJobs['job_closing'], { reason: CloseReason }>
    job_index: Narrowed<TablesOfJobs['job_index'], { state: 'filling' | 'serving' | 'retired' }>
    job_index_revision: Narrowed<
      TablesOfJobs['job_index_revision'],
      { state: 'open' | 'readable' | 'abandoned' }
    >
  }
>

export type JobsReadModelTables = JobsTables & ReadModelTables
export type JobsDatabase = Database<ReadModelTables>
export type JobsTransaction = Transaction<JobsReadModelTables>

export function withJobTables(read: Kysely<ReadModelTables>): Kysely<JobsReadModelTables> {
  return read.withTables<JobsTables>()
}

/** `duplicate`: another board has listed the same posting for longer. */
export const jobStates = { closed: 0, listed: 1, duplicate: 2 } as const

export type JobRow = JobsTables['job']
export type JobBoardRow = JobsTables['job_board']
export type JobClosingRow = JobsTables['job_closing']
