/** How the last reads of each member ended, and when the next one is due. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  member_health: {
    key: ['source_id', 'member_id'],
    byKeyOnly: true,
    columns: {
      source_id: 'text',
      member_id: 'text',
      tried_at: 'integer',
      succeeded_at: 'integer?',
      /** When its content last changed. */
      changed_at: 'integer?',
      /** Consecutive ones. */
      failures: 'integer',
      /** Of the last failure; null after a success. */
      error_code: 'text?',
      error_message: 'text?',
      /** When it is to be read again. */
      due_at: 'integer',
    },
  },
} as const satisfies Tables

export type MemberHealthTables = RowsOf<typeof tables>

export const up = creates(tables)
