/** Leases, runs and the list of artifacts. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createPublication } from '../publication.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, counter } = columnTypes(engine)
  await createPublication(db, engine)

  await db.schema
    .createTable('lease')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('expires_at', integer, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sync_run')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('service', text, (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('mode', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('holder', text, (column) => column.notNull())
    .addColumn('started_at', integer, (column) => column.notNull())
    .addColumn('finished_at', integer)
    .addColumn('planned', integer, (column) => column.notNull())
    .addColumn('completed', integer, (column) => column.notNull())
    .addColumn('failed', integer, (column) => column.notNull())
    .addColumn('error_message', text)
    .addColumn('metadata', text, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sync_run_by_source')
    .on('sync_run')
    .columns(['source_id', 'started_at'])
    .execute()
  await db.schema.createIndex('sync_run_by_status').on('sync_run').columns(['status', 'started_at']).execute()

  await db.schema
    .createTable('artifact')
    .addColumn('id', counter)
    .addColumn('service', text, (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('member_id', text, (column) => column.notNull())
    .addColumn('run_id', text)
    .addColumn('artifact_type', text, (column) => column.notNull())
    .addColumn('location', text, (column) => column.notNull())
    .addColumn('storage', text, (column) => column.notNull())
    .addColumn('sha256', text, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('row_count', integer, (column) => column.notNull())
    .addColumn('captured_at', integer, (column) => column.notNull())
    .addColumn('imported_at', integer)
    .execute()
  await db.schema
    .createIndex('artifact_by_source')
    .on('artifact')
    .columns(['source_id', 'captured_at'])
    .execute()
  await db.schema
    .createIndex('artifact_by_member')
    .on('artifact')
    .columns(['source_id', 'member_id', 'captured_at'])
    .execute()
}
