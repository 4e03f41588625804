/** The table behind `Database.version`, the same in both databases. */

import type { Kysely } from 'kysely'
import type { Engine } from '../store.ts'
import { columnTypes } from './column-types.ts'

export async function createPublication(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine)
  await db.schema
    .createTable('publication')
    .addColumn('scope', text, (column) => column.primaryKey().notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('published_at', integer, (column) => column.notNull())
    .execute()
}
