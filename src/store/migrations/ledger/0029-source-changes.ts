/** Platforms whose members changed in the same way. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  /** A source whose members changed in the same way; see `recordSourceChange`. */
  source_change: {
    columns: {
      source_id: 'text key',
      service: 'text',
      since: 'integer',
      /** The last run that found it. */
      seen_at: 'integer',
      members: 'integer',
      /** Of the first of them. */
      reason: 'text',
    },
  },
} as const satisfies Readonly<Record<string, Table>>

export type SourceChangeTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
