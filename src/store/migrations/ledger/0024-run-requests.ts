/** Runs that operators have requested and no process has started yet. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createIndexes, createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    run_request: {
      columns: {
        source_id: 'text key',
        service: 'text',
        run_id: 'text',
        members: 'text?',
        force: 'integer',
        requested_at: 'integer',
        requested_by: 'text',
      },
    },
  })
  // The runs of all sources are listed by date.
  await createIndexes(db, ['sync_run_by_start on sync_run (started_at, id)'])
}
