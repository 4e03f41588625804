/** When the fields of a trust item were first missing: they stay until another read confirms that. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('trust_item').addColumn('lost', columnTypes(engine).text).execute()
}
