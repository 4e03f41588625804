/** Turns at hosts, for requests that are sent outside the runs of the host's source. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    host_turn: {
      key: ['host', 'slot'],
      byKeyOnly: true,
      columns: {
        host: 'text',
        slot: 'integer',
        holder: 'text',
        is_granted: 'integer',
        expires_at: 'integer',
      },
    },
  })
}
