/** When a member was last confirmed: read with success, or before that, first tried. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('member_health').addColumn('confirmed_at', columnTypes(engine).integer).execute()
  await sql`update member_health set confirmed_at = coalesce(succeeded_at, tried_at)`.execute(db)
}
