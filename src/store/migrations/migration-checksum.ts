/**
 * The checksum of a migration: over the text of the SQL that it runs on an empty database of this engine. Formatting,
 * comments and names in the source do not change it; a change in a shared helper that changes the SQL does. Bound
 * values are not part of it, because they may be random.
 */

import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine } from '../store.ts'
import type { Migration } from './migration.ts'

export interface ChecksummedMigration extends Migration {
  readonly checksum: string
}

export async function withChecksums(
  migrations: readonly Migration[],
  engine: Engine,
): Promise<ChecksummedMigration[]> {
  return await Promise.all(
    migrations.map(async (migration) => ({ ...migration, checksum: await checksumOf(migration, engine) })),
  )
}

async function checksumOf(migration: Migration, engine: Engine): Promise<string> {
  const hash = createHash('sha256')
  const db = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      ...parts[engine],
    },
    log: ({ query }) => {
      hash.update(`${query.sql.replaceAll(/\s+/g, ' ').trim()}\n`)
    },
  })
  await migration.up(db, engine)
  return hash.digest('hex')
}

const parts = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}
