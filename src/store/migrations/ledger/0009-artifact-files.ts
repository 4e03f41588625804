/** Files and objects that may exist without a row in `artifact`: about to be written, or about to be removed. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables, type Table } from '../create-tables.ts'

const tables: Readonly<Record<string, Table>> = {
  artifact_file: {
    key: ['storage', 'location'],
    columns: { storage: 'text', location: 'text', holder: 'text', noted_at: 'integer' },
  },
}

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
