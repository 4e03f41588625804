/** The profile that the read model belongs to. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables, markTable } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, { store_mark: markTable })
  // The gazette is a source of the sandbox alone.
  await sql`insert into store_mark (name, value) select 'profile', 'sandbox' where exists (
    select 1 from member_state where source_id = 'gazette')`.execute(db)
}
