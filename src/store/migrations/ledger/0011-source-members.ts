/** How many members each source has, by state. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  source_members: {
    columns: {
      source_id: 'text key',
      service: 'text',
      members_on: 'integer',
      members_new: 'integer',
      members_stale: 'integer',
      members_off: 'integer',
    },
  },
} as const satisfies Readonly<Record<string, Table>>

export type SourceMembersTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
