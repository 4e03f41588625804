/** How many members each source has, by state. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

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
} as const satisfies Tables

export type SourceMembersTables = RowsOf<typeof tables>

export const up = creates(tables)
