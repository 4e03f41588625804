/** Files and objects that may exist without a row in `artifact`: about to be written or removed by `holder` (`host:pid`). */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { createTables, type RowsOf, type Table } from '../create-tables.ts'

const tables = {
  artifact_file: {
    key: ['storage', 'location'],
    columns: { storage: 'text', location: 'text', holder: 'text', noted_at: 'integer' },
  },
} as const satisfies Readonly<Record<string, Table>>

export type ArtifactFileTables = RowsOf<typeof tables>

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, tables)
}
