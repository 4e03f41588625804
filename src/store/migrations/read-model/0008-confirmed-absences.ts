/** When something was first absent: it stays published until another list confirms that. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine)
  await db.schema.alterTable('job').addColumn('lost_at', integer).execute()
  await db.schema.alterTable('trust_item').addColumn('missed_at', integer).execute()
  // Until now an item was hidden when the first read lacked it.
  await sql`update trust_item set missed_at = absent_since, absent_since = null where absent_since is not null`.execute(
    db,
  )
  await createTables(db, engine, {
    notice_absence: { key: ['id'], byKeyOnly: true, columns: { id: 'text', absent_at: 'integer' } },
  })
}
