/** Reads one job by id. */

import { Statement } from '../../../store/statements/statement.ts'
import type { JobsDatabase, JobsReadModelTables } from '../schema/tables.ts'
import { type AgeColumns, type AgedRow, type AgedRows, addAge, ageColumns, toAgedRow } from './job-age.ts'

const jobById = new Statement<JobsReadModelTables, { id: string }, AgeColumns>((read, param) =>
  read.selectFrom('job').select(ageColumns).where('id', '=', param('id')),
)

export async function readJob(db: JobsDatabase, id: string): Promise<AgedRows<AgedRow>> {
  return addAge((await db.run(jobById, { id })).map(toAgedRow))
}
