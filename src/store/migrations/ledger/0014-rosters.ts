/** What platforms list as their members, and the changes of the registry that follow from it. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  /** A member as its platform listed it; see `RosterMemory`. */
  roster_entry: {
    key: ['source_id', 'member_id'],
    columns: {
      source_id: 'text',
      member_id: 'text',
      name: 'text?',
      /** JSON. */
      place: 'text?',
      seen_at: 'integer',
      absent_since: 'integer?',
    },
  },
  /** A change of the registry that follows from what a platform lists. */
  member_proposal: {
    columns: {
      id: 'text key',
      /** The roster that it comes from. */
      roster: 'text',
      source_id: 'text',
      member_id: 'text',
      kind: 'text',
      /** For people. */
      detail: 'text',
      /** JSON: the cells of the registry that change. */
      cells: 'text',
      found_at: 'integer',
      status: 'text',
      decided_at: 'integer?',
      decided_by: 'text?',
    },
  },
} as const satisfies Readonly<Record<string, Table>>

export type RosterTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
