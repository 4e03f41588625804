/** A run may be of a share of the members of a source. */

import { columnTypes } from '../column-types.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  await db.schema.alterTable('sync_run').addColumn('share', columnTypes(engine).integer).execute()
}
