/** Migrates one PostgreSQL schema. */

import { type Kysely, sql } from 'kysely'
import { type MigrationOptions, type MigrationTable, migrate } from '../migrations/migrate.ts'
import type { PostgresDatabase } from './database.ts'

/** How long a starting process waits for the migrations of another one. */
const migrationWait = '60s'

export async function migrateSchema<Tables extends MigrationTable>(
  database: PostgresDatabase<Tables>,
  schema: string,
  options: MigrationOptions,
): Promise<void> {
  const target = {
    engine: 'postgres' as const,
    name: `the schema ${schema}`,
    read: database.read as unknown as Kysely<MigrationTable>,
    withLock: async (work: (tx: never) => Promise<void>) => {
      await database.transaction(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`set local lock_timeout = ${sql.lit(migrationWait)}`.execute(tx)
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${schema}:migrations`}, 0))`.execute(tx)
        const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(tx)
        if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(tx)
        await work(tx as never)
      })
    },
    clear: (tx: Kysely<MigrationTable>) => dropTables(tx, schema),
  }
  await migrate(target, options)
}

/** Not the schema itself: the right to create one may be missing. */
async function dropTables(tx: Kysely<MigrationTable>, schema: string): Promise<void> {
  const tables = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`
  const { rows } = await tables.execute(tx)
  for (const { name } of rows) await sql`drop table ${sql.id(schema, name)} cascade`.execute(tx)
}
