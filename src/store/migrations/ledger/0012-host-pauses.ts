/** The pauses that hosts ask for. They last for hours, in which threads and processes end and others start. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    host_pause: {
      key: ['host', 'endpoints'],
      byKeyOnly: true,
      columns: { host: 'text', endpoints: 'text', ends_at: 'integer' },
    },
  })
}
