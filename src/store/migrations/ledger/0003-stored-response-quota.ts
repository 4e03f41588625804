/** Whose stored responses are whose, and how long they are: callers have a quota. */

import { columnTypes } from '../column-types.ts'
import { createIndexes } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  const { text, integer } = columnTypes(engine)
  await db.schema.alterTable('idempotent_answer').addColumn('caller', text).execute()
  await db.schema
    .alterTable('idempotent_answer')
    .addColumn('bytes', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  // All columns of the query: the rows themselves are long.
  await createIndexes(db, [
    'idempotent_answer_by_caller on idempotent_answer (caller, expires_at, bytes, created_at, name)',
  ])
}
