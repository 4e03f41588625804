/** Reads one job by id. */

import { type JobsDatabase, withJobTables } from '../schema/tables.ts'

/** The public document, as JSON. */
export async function readJob(db: JobsDatabase, id: string): Promise<string | undefined> {
  const [row] = await db.prepared<{ doc: string }>(
    'job',
    (read, param) =>
      withJobTables(read).selectFrom('job').select('doc').where('id', '=', param<string>('id')),
    { id },
  )
  return row?.doc
}
