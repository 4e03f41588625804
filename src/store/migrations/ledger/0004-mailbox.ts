/** Identities whose addresses differ only in a `+tag` share credits and rate limits. Those that exist keep their own. */

import { sql } from 'kysely'
import { columnTypes } from '../column-types.ts'
import { createIndexes } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  const { text } = columnTypes(engine)
  const identity = () => db.schema.alterTable('identity')
  await identity()
    .addColumn('mailbox', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await identity()
    .addColumn('quota_owner', text, (column) => column.notNull().defaultTo(''))
    .execute()
  const position = sql.raw(engine === 'sqlite' ? 'instr' : 'strpos')
  const plus = sql`${position}(email, '+')`
  const at = sql`${position}(email, '@')`
  await sql`update identity set quota_owner = id, mailbox = case
    when ${plus} > 1 and ${plus} < ${at} then substr(email, 1, ${plus} - 1) || substr(email, ${at})
    else email end`.execute(db)
  await createIndexes(db, ['identity_by_mailbox on identity (mailbox, created_at)'])
}
