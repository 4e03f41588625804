/** What pruning needs: free slots of postings, and since when a movie has had no showtime. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createIndexes, createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, { job_free_slot: { columns: { slot: 'integer key' } } })
  await db.schema.alterTable('movie').addColumn('unused_since', columnTypes(engine).integer).execute()
  await createIndexes(db, ['job_by_closing on job (closed_on) where closed_on is not null'])
}
