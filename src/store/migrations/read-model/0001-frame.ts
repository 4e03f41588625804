/** What was published per member, and the notices. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createPublication } from '../publication.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine)
  await createPublication(db, engine)

  await db.schema
    .createTable('member_state')
    .addColumn('service', text, (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('member_id', text, (column) => column.notNull())
    .addColumn('artifact_id', integer, (column) => column.notNull())
    .addColumn('record_count', integer, (column) => column.notNull())
    .addColumn('published_at', integer, (column) => column.notNull())
    .addColumn('held_reason', text)
    .addPrimaryKeyConstraint('member_state_key', ['service', 'source_id', 'member_id'])
    .execute()

  await db.schema
    .createTable('notice')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('member_id', text, (column) => column.notNull())
    .addColumn('town', text, (column) => column.notNull())
    .addColumn('category', text, (column) => column.notNull())
    .addColumn('published_on', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('doc', text, (column) => column.notNull())
    .execute()
  await sql`create index notice_by_day on notice (published_on desc, id)`.execute(db)
  await sql`create index notice_by_town on notice (town, published_on desc, id)`.execute(db)
  await sql`create index notice_by_category on notice (category, published_on desc, id)`.execute(db)
  await db.schema.createIndex('notice_by_member').on('notice').columns(['source_id', 'member_id']).execute()
}
