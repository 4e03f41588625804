/** What platforms list as their members, and the changes of the registry that follow from it. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    roster_entry: {
      key: ['source_id', 'member_id'],
      columns: {
        source_id: 'text',
        member_id: 'text',
        name: 'text?',
        place: 'text?',
        seen_at: 'integer',
        absent_since: 'integer?',
      },
    },
    member_proposal: {
      columns: {
        id: 'text key',
        roster: 'text',
        source_id: 'text',
        member_id: 'text',
        kind: 'text',
        detail: 'text',
        cells: 'text',
        found_at: 'integer',
        status: 'text',
        decided_at: 'integer?',
        decided_by: 'text?',
      },
    },
  })
}
