/** Runs that operators have requested and no process has started yet; one per source. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createIndexes, createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  run_request: {
    columns: {
      source_id: 'text key',
      service: 'text',
      /** The id that the run will have. */
      run_id: 'text',
      /** JSON: the ids of the members to read, or null for all. */
      members: 'text?',
      /** 1: publish lists also if they shrank suspiciously. */
      force: 'integer',
      requested_at: 'integer',
      /** The e-mail address of the operator. */
      requested_by: 'text',
    },
  },
} as const satisfies Readonly<Record<string, Table>>

export type RunRequestTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
  // The runs of all sources are listed by date.
  await createIndexes(db, ['sync_run_by_start on sync_run (started_at, id)'])
}
