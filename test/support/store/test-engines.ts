/** Temporary databases on each engine, for tests. */

import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { systemClock } from '../../../src/core/clock.ts'
import type { MigrationTable } from '../../../src/store/migrations/migrate.ts'
import type { Migration } from '../../../src/store/migrations/migration.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'
import { PostgresDatabase } from '../../../src/store/postgres/database.ts'
import { migrateSchema } from '../../../src/store/postgres/migrate-schema.ts'
import { SqliteDatabase } from '../../../src/store/sqlite/database.ts'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import { migrateFile } from '../../../src/store/sqlite/migrate-file.ts'
import type { Engine, Store } from '../../../src/store/store.ts'
import { postgresUrl, skipReason } from '../backends.ts'
import { newFolder } from '../shared-folder.ts'
import { copyMigratedFiles } from './migrated-files.ts'
import { dropSchemas, returnSchemas, schemasOf, takeSpare } from './spare-schemas.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly storeOptions: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  /**
   * Close the store before the database is disposed. By default as a server opens it; as a worker, it has no threads, which
   * take longer to start than most tests.
   */
  openStore(overrides?: Partial<StoreOptions>): Promise<Store>
  /** As an operator who wants it built again; close the store first. */
  deleteReadModel(): Promise<void>
  /** As another version of the program, which has these migrations; then runs `work` on the database. */
  migrateAs(
    database: 'ledger' | 'readModel',
    migrations: readonly Migration[],
    work?: (tx: Transaction<AnyTables>) => Promise<void>,
  ): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: tables of versions that have no types here
type AnyTables = Record<string, any>

export interface TestEngine {
  readonly name: Engine
  readonly skip: false | string
  /** A new one, without tables until a store is opened on it. */
  createDatabase(): Promise<TestDatabase>
  /** One without rows, whose tables were made for another test: cheaper, for tests that do not migrate. */
  borrowDatabase(): Promise<TestDatabase>
}

export const sqlite: TestEngine = {
  name: 'sqlite',
  skip: false,
  createDatabase: createSqliteDatabase,
  borrowDatabase: copySqliteDatabase,
}

export const postgres: TestEngine = {
  name: 'postgres',
  skip: skipReason('PostgreSQL', postgresUrl()),
  createDatabase: createPostgresDatabase,
  borrowDatabase: borrowPostgresDatabase,
}

/** For tests that run once per engine. The runner of tests names one of them where the other one has its own run. */
export const testEngines: readonly TestEngine[] = [sqlite, postgres].filter(
  ({ name }) => name === (process.env.TEST_ENGINE ?? name),
)

async function createSqliteDatabase(): Promise<TestDatabase> {
  const dataDir = newFolder('store')
  return {
    storeOptions: { dataDir },
    openStore: (overrides) => openStore({ ...defaults, dataDir, ...overrides }),
    deleteReadModel: async () => {
      for (const suffix of ['', '-wal', '-shm']) {
        await rm(join(dataDir, `read-model.db${suffix}`), { force: true })
      }
    },
    async migrateAs(database, migrations, work) {
      const file = databaseFiles(dataDir)[database]
      await migrateFile(file, { ...migrationDefaults, migrations })
      await using db = new SqliteDatabase<AnyTables>({ ...defaults, file, threads: false, busyMs: 60_000 })
      if (work) await db.transaction(work)
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }),
  }
}

async function copySqliteDatabase(): Promise<TestDatabase> {
  const database = await createSqliteDatabase()
  await copyMigratedFiles(database.storeOptions.dataDir ?? '', async (dataDir) => {
    const store = await openStore({ ...defaults, dataDir, role: 'worker' })
    await store[Symbol.asyncDispose]()
  })
  return database
}

async function createPostgresDatabase(
  schemaPrefix = `t${randomBytes(6).toString('hex')}_`,
): Promise<TestDatabase> {
  const databaseUrl = withoutFlush(postgresUrl() ?? '')
  const storeOptions = { databaseUrl, schemaPrefix }
  return {
    storeOptions,
    openStore: (overrides) => openStore({ ...defaults, ...storeOptions, ...overrides }),
    deleteReadModel: () => dropSchemas(databaseUrl, `${schemaPrefix}read_model`),
    async migrateAs(database, migrations, work) {
      const schema = `${schemaPrefix}${database === 'ledger' ? 'ledger' : 'read_model'}`
      await using db = new PostgresDatabase<AnyTables & MigrationTable>(
        { ...defaults, url: databaseUrl, onWarning: () => {} },
        schema,
      )
      await migrateSchema(db, schema, { ...migrationDefaults, migrations })
      if (work) await db.transaction((tx) => work(tx as unknown as Transaction<AnyTables>))
    },
    [Symbol.asyncDispose]: () => dropSchemas(databaseUrl, ...schemasOf(schemaPrefix)),
  }
}

/** Tests end processes, never the database, so its commits need not wait for the disk. */
function withoutFlush(url: string): string {
  const options = encodeURIComponent('-c synchronous_commit=off')
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`
}

async function borrowPostgresDatabase(): Promise<TestDatabase> {
  const database = await createPostgresDatabase(takeSpare())
  const { databaseUrl = '', schemaPrefix = '' } = database.storeOptions
  let isChanged = false
  return {
    ...database,
    deleteReadModel: async () => {
      isChanged = true
      await database.deleteReadModel()
    },
    migrateAs: async (...args) => {
      isChanged = true
      await database.migrateAs(...args)
    },
    [Symbol.asyncDispose]: async () => {
      if (isChanged) await database[Symbol.asyncDispose]()
      else await returnSchemas(databaseUrl, schemaPrefix)
    },
  }
}

const migrationDefaults = {
  nowMs: 1,
  mayApply: true,
  onMisfit: 'refuse',
  remedy: 'none',
  onWarning: () => {},
} as const

const defaults = { role: 'server', statementTimeoutMs: 600_000, poolMax: 4, clock: systemClock } as const
