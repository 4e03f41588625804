/** The last requests of each API key, for its owner. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createIndexes, createTables, type RowsOf, type Table } from '../create-tables.ts'

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
} as const satisfies Readonly<Record<string, Table>>

export type KeyRequestTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
  await createIndexes(db, [
    'key_request_by_key on key_request (key_id, id)',
    'key_request_by_time on key_request (at)',
  ])
}
