/** Platforms whose members changed in the same way. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    source_change: {
      columns: {
        source_id: 'text key',
        service: 'text',
        since: 'integer',
        seen_at: 'integer',
        members: 'integer',
        reason: 'text',
      },
    },
  })
}
