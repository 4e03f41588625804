/** The profile that the store belongs to, and the prefix of each key, which differs between profiles. */

import { sql } from 'kysely'
import { columnTypes } from '../column-types.ts'
import { createTables, markTable } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  await createTables(db, engine, { store_mark: markTable })
  // The gazette is a source of the sandbox alone.
  await sql`insert into store_mark (name, value) select 'profile', 'sandbox' where exists (
    select 1 from sync_run where source_id = 'gazette' and planned > 0)`.execute(db)
  await db.schema
    .alterTable('api_key')
    .addColumn('prefix', columnTypes(engine).text, (column) => column.notNull().defaultTo('bs_live'))
    .execute()
}
