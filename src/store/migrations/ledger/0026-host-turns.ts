/** Turns at hosts, for requests that are sent outside the runs of the host's source. The next step removes them again. */

import { creates } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

export const up = creates({
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

export const remove: Migration['up'] = async (db) => {
  await db.schema.dropTable('host_turn').execute()
}
