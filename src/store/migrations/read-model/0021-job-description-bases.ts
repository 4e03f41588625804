/** Descriptions are stored as what differs from another one of the same employer. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`alter table job_description add column base ${columnTypes(engine).text}`.execute(db)
  await createTables(db, engine, {
    job_description_base: { columns: { employer: 'text key', hash: 'text' } },
  })
}
