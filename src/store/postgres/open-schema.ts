/** Creates or migrates one PostgreSQL schema before it is used. */

import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from '../../core/errors.ts'
import {
  type MigrationOptions,
  type MigrationTable,
  migrate,
  type OpeningDatabase,
} from '../migrations/migrate.ts'
import { type CreateOptions, createReadModel } from '../read-model/create-read-model.ts'
import { readModelVersion } from '../read-model/schema.ts'
import type { PostgresDatabase } from './database.ts'
import { settingsIgnored } from './errors.ts'

/** How long a starting process waits for the migrations of another one. */
const migrationWait = '60s'

export function schemaNames(prefix: string): { readonly ledger: string; readonly readModel: string } {
  return { ledger: `${prefix}ledger`, readModel: `${prefix}read_model_${readModelVersion('postgres')}` }
}

export async function migrateSchema<Tables>(
  database: PostgresDatabase<Tables>,
  schema: string,
  options: MigrationOptions,
): Promise<void> {
  await migrate(openingSchema(database, schema), options)
}

/** `prefix`: of the schemas of all versions. */
export async function createReadModelSchema<Tables>(
  database: PostgresDatabase<Tables>,
  prefix: string,
  options: CreateOptions,
): Promise<void> {
  const { readModel: schema } = schemaNames(prefix)
  const opening = openingSchema(database, schema)
  await createReadModel(
    {
      ...opening,
      clear: (tx) => dropTables(tx, schema),
      findOthers: async () => (await findReadModels(opening.read, prefix)).filter((name) => name !== schema),
      remove: (name) => opening.withLock((tx) => dropSchema(tx, name)),
    },
    options,
  )
}

export function openingSchema<Tables>(database: PostgresDatabase<Tables>, schema: string): OpeningDatabase {
  return {
    engine: 'postgres',
    name: `the schema ${schema}`,
    read: database.read as unknown as Kysely<MigrationTable>,
    withLock: async (work) => {
      await database.transaction(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        await sql`set local lock_timeout = ${sql.lit(migrationWait)}`.execute(tx)
        await sql`select pg_advisory_xact_lock(hashtextextended(${`${schema}:migrations`}, 0))`.execute(tx)
        const { rows } = await sql`select 1 from pg_namespace where nspname = ${schema}`.execute(tx)
        if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(tx)
        const current = await sql<{ name: string | null }>`select current_schema() as name`.execute(tx)
        if (current.rows[0]?.name !== schema) throw new ConfigurationError([settingsIgnored])
        await work(tx as never)
      })
    },
  }
}

/** The schemas of all versions, newest first. */
export async function findReadModels(db: Kysely<MigrationTable>, prefix: string): Promise<string[]> {
  // Those that were created later have higher numbers. Older versions of the program had one without a version.
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname ~ ${`^${prefix}read_model(_[0-9a-f]{8})?$`} order by oid desc
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** Not the schema itself: other processes use it. */
export async function dropTables(tx: Kysely<MigrationTable>, schema: string): Promise<void> {
  const tables = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema}`
  const { rows } = await tables.execute(tx)
  for (const { name } of rows) await sql`drop table ${sql.id(schema, name)} cascade`.execute(tx)
}

/** A node of that version may still be running; then it is left for the next time. */
export async function dropSchema(tx: Kysely<MigrationTable>, name: string): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(tx)
  await sql`drop schema ${sql.id(name)} cascade`.execute(tx)
}
