/** A run that an operator has cancelled. */

import { columnTypes } from '../column-types.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  await db.schema.alterTable('sync_run').addColumn('cancelled_by', columnTypes(engine).text).execute()
}
