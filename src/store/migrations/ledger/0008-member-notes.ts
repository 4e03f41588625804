/** What sources remember about their members between runs. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  member_note: {
    key: ['source_id', 'member_id'],
    byKeyOnly: true,
    columns: { source_id: 'text', member_id: 'text', note: 'text', noted_at: 'integer' },
  },
} as const satisfies Readonly<Record<string, Table>>

export type MemberNoteTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
