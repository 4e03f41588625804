/** Reads one job by id. */

import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import { type AgedRow, type AgedRows, addAge, ageColumns } from './job-age.ts'

export async function readJob(db: JobsDatabase, id: string): Promise<AgedRows<AgedRow>> {
  const rows = await db.prepared<AgedRow>(
    'job',
    (read, param) =>
      withJobTables(read).selectFrom('job').select(ageColumns).where('id', '=', param<string>('id')),
    { id },
  )
  return addAge(rows)
}
