/** When each job was last listed: the age of jobs in responses. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine)
  await db.schema.alterTable('job').addColumn('seen_at', integer).execute()
  await db.schema.alterTable('job_board').addColumn('listed_at', integer).execute()
  // The time of earlier lists is known only if the last one was accepted.
  await sql`update job_board set listed_at = attempted_at where state = 'ok'`.execute(db)
}
