/** Members that are not synced for a while. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    quarantined_member: {
      columns: {
        source_id: 'text',
        member_id: 'text',
        service: 'text',
        reason: 'text',
        times: 'integer',
        since: 'integer',
        until: 'integer',
      },
      key: ['source_id', 'member_id'],
    },
  })
}
