/** Platforms whose members changed in the same way. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

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
} as const satisfies Tables

export type SourceChangeTables = RowsOf<typeof tables>

export const up = creates(tables)
