/** Whose stored responses are whose, and how long they are: callers have a quota. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'
import { createIndexes } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
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
