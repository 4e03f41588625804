/** The descriptions of postings, each distinct one once, and which posting has which. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    job_description: { columns: { hash: 'text key', uses: 'integer', data: 'bytes' } },
    job_description_version: {
      columns: { slot: 'integer', version: 'integer', since: 'text', hash: 'text' },
      key: ['slot', 'version'],
      byKeyOnly: true,
    },
  })
}
