/** The last requests of each API key, for its owner. */

import { creates, type RowsOf, type Tables } from '../create-tables.ts'

const tables = {
  key_request: {
    columns: {
      id: 'counter',
      key_id: 'text',
      at: 'integer',
      method: 'text',
      /** Path and query, without values that could be secrets. */
      target: 'text',
      status: 'integer',
      duration_ms: 'integer',
      address: 'text',
      request_id: 'text',
    },
  },
} as const satisfies Tables

export type KeyRequestTables = RowsOf<typeof tables>

export const up = creates(tables, [
  'key_request_by_key on key_request (key_id, id)',
  'key_request_by_time on key_request (at)',
])
