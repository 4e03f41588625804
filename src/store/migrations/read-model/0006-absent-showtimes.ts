/** When a list first lacked a showtime that is still published. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('showtime').addColumn('absent_at', columnTypes(engine).integer).execute()
}
