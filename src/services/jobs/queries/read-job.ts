/** Reads one job by id. */

import { Statement } from '../../../store/statements/statement.ts'
import type { JobsDatabase, JobsReadModelTables } from '../schema/tables.ts'
import { type AgedRow, type AgedRows, addAge, agedColumns } from './job-age.ts'

const jobById = new Statement<JobsReadModelTables, { id: string }, AgedRow>((read, param) =>
  read.selectFrom('job').select(agedColumns).where('id', '=', param('id')),
)

export async function readJob(db: JobsDatabase, id: string): Promise<AgedRows<AgedRow>> {
  return addAge(await db.run(jobById, { id }))
}
