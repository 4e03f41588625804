/** Members that are not synced for a while. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  /** A member that stalled or crashed the sync thread. */
  quarantined_member: {
    columns: {
      source_id: 'text',
      member_id: 'text',
      service: 'text',
      reason: 'text',
      /** How often it happened since the member was last published or released by an operator. */
      times: 'integer',
      since: 'integer',
      /** It is not synced before this time. */
      until: 'integer',
    },
    key: ['source_id', 'member_id'],
  },
} as const satisfies Readonly<Record<string, Table>>

export type QuarantineTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
