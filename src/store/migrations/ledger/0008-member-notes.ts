/** What sources remember about their members between runs. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  member_note: {
    key: ['source_id', 'member_id'],
    byKeyOnly: true,
    columns: { source_id: 'text', member_id: 'text', note: 'text', noted_at: 'integer' },
  },
} as const satisfies Tables

export type MemberNoteTables = RowsOf<typeof tables>

export const up = creates(tables)
