/** A run that an operator has cancelled. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('sync_run').addColumn('cancelled_by', columnTypes(engine).text).execute()
}
