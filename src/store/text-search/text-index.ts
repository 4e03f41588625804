/** Creates and drops full-text indexes; `full-text.ts` describes the search. */

import type { Kysely } from 'kysely'
import { createPostgresTextIndex, dropPostgresTextIndex } from '../postgres/text-index.ts'
import { createSqliteTextIndex, dropSqliteTextIndex } from '../sqlite/text-index.ts'
import type { Engine } from '../store.ts'

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

/** For migrations: the columns of `table` stay. */
export async function dropTextIndex(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  if (engine === 'sqlite') await dropSqliteTextIndex(db, table)
  else await dropPostgresTextIndex(db, table)
}
