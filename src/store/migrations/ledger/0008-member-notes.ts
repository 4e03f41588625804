/** What sources remember about their members between runs. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    member_note: {
      key: ['source_id', 'member_id'],
      byKeyOnly: true,
      columns: { source_id: 'text', member_id: 'text', note: 'text', noted_at: 'integer' },
    },
  })
}
