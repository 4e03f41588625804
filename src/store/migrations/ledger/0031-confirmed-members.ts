/** When a member was last confirmed: read with success, or before that, first tried. */

import { sql } from 'kysely'
import { columnTypes } from '../column-types.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  await db.schema.alterTable('member_health').addColumn('confirmed_at', columnTypes(engine).integer).execute()
  await sql`update member_health set confirmed_at = coalesce(succeeded_at, tried_at)`.execute(db)
}
