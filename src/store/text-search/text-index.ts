/** The statements that create a full-text index; `full-text.ts` describes the search. */

import { postgresTextIndex } from '../postgres/text-index.ts'
import { sqliteTextIndex } from '../sqlite/text-index.ts'
import type { Engine } from '../store.ts'

/** Indexes `columns` of `table` and updates the index with every write. `hasIcu`: whether PostgreSQL has the collations of ICU. */
export function textIndexStatements(
  engine: Engine,
  table: string,
  columns: readonly string[],
  hasIcu: boolean,
): string[] {
  return engine === 'sqlite' ? sqliteTextIndex(table, columns) : postgresTextIndex(table, columns, hasIcu)
}
