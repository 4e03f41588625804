/** The states of hosts instead of their pauses: who refuses, limits or fails is known to every process. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    host_state: {
      key: ['host', 'endpoints'],
      byKeyOnly: true,
      columns: {
        host: 'text',
        endpoints: 'text',
        state: 'text',
        since: 'integer',
        seen_at: 'integer',
        closed_until: 'integer?',
        needs_probe: 'integer',
      },
    },
  })
  await db.schema.dropTable('host_pause').execute()
}
