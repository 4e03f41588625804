/** The states of hosts instead of their pauses: who refuses, limits or fails is known to every process. */

import { createTables, type RowsOf, type Tables } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

const tables = {
  /** How a host answers; see `HostStates`. Hosts that have always answered have no row. */
  host_state: {
    key: ['host', 'endpoints'],
    byKeyOnly: true,
    columns: {
      host: 'text',
      /** The group of endpoints that it concerns; empty for all. */
      endpoints: 'text',
      state: 'text',
      since: 'integer',
      seen_at: 'integer',
      /** Until when it is not asked; null if it may be. */
      closed_until: 'integer?',
      /** 1: then one request finds out if it is back. */
      needs_probe: 'integer',
    },
  },
} as const satisfies Tables

export type HostStateTables = RowsOf<typeof tables>

export const up: Migration['up'] = async (db, engine) => {
  await createTables(db, engine, tables)
  await db.schema.dropTable('host_pause').execute()
}
