/** Members that are not synced for a while. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

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
} as const satisfies Tables

export type QuarantineTables = RowsOf<typeof tables>

export const up = creates(tables)
