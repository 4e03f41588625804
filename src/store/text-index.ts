/** Makes a table searchable; see `full-text.ts` for what a search finds. */

import type { Kysely } from 'kysely'
import { createPostgresTextIndex } from './postgres/text-index.ts'
import { createSqliteTextIndex } from './sqlite/text-index.ts'
import type { Engine } from './store.ts'

/** For migrations: indexes `columns` of `table`, and keeps the index in step with every later write. */
export async function createTextIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: readonly string[],
): Promise<void> {
  if (engine === 'sqlite') await createSqliteTextIndex(db, table, columns)
  else await createPostgresTextIndex(db, table, columns)
}
