/** How the last reads of each member ended, and when the next one is due. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    member_health: {
      key: ['source_id', 'member_id'],
      byKeyOnly: true,
      columns: {
        source_id: 'text',
        member_id: 'text',
        tried_at: 'integer',
        succeeded_at: 'integer?',
        changed_at: 'integer?',
        failures: 'integer',
        error_code: 'text?',
        error_message: 'text?',
        due_at: 'integer',
      },
    },
  })
}
