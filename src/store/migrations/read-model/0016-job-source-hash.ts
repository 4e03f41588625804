/** What a board says about each posting, as a digest: postings about which it says the same are not read again. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('job').addColumn('source_hash', columnTypes(engine).text).execute()
}
