/** Reads one job by id. */

import { type JobsDatabase, withJobTables } from '../schema/tables.ts'
import { type AgeColumns, type AgedRow, type AgedRows, addAge, ageColumns, toAgedRow } from './job-age.ts'

export async function readJob(db: JobsDatabase, id: string): Promise<AgedRows<AgedRow>> {
  const rows = await db.prepared<AgeColumns>(
    'job',
    (read, param) =>
      withJobTables(read).selectFrom('job').select(ageColumns).where('id', '=', param<string>('id')),
    { id },
  )
  return addAge(rows.map(toAgedRow))
}
