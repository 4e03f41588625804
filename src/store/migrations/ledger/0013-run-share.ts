/** A run may be of a share of the members of a source. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('sync_run').addColumn('share', columnTypes(engine).integer).execute()
}
