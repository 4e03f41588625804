/** Creates full-text indexes; `full-text.ts` describes the search. */

import type { Kysely } from 'kysely'
import { createPostgresTextIndex } from './postgres/text-index.ts'
import { createSqliteTextIndex } from './sqlite/text-index.ts'
import type { Engine } from './store.ts'

/** For migrations: indexes `columns` of `table` and updates the index with every write. */
export async function createTextIndex(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  columns: readonly string[],
): Promise<void> {
  if (engine === 'sqlite') await createSqliteTextIndex(db, table, columns)
  else await createPostgresTextIndex(db, table, columns)
}
