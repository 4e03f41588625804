/** What platforms list as their members, and the changes of the registry that follow from it. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

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
} as const satisfies Tables

export type RosterTables = RowsOf<typeof tables>

export const up = creates(tables)
