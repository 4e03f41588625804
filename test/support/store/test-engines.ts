/** Temporary databases on each engine, for tests. */

import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { systemClock } from '../../../src/core/clock.ts'
import type { MigrationTable } from '../../../src/store/migrations/migrate.ts'
import type { Migration } from '../../../src/store/migrations/migration.ts'
import { openStore, type StoreOptions } from '../../../src/store/open.ts'
import { PostgresDatabase } from '../../../src/store/postgres/database.ts'
import { migrateSchema, schemaNames } from '../../../src/store/postgres/open-schema.ts'
import { readModelVersion } from '../../../src/store/read-model/schema.ts'
import { SqliteDatabase } from '../../../src/store/sqlite/database.ts'
import { databaseFiles, removeDatabaseFile } from '../../../src/store/sqlite/files.ts'
import { migrateFile } from '../../../src/store/sqlite/open-file.ts'
import type { Engine, Store } from '../../../src/store/store.ts'
import { postgresUrl, skipReason } from '../backends.ts'
import { newFolder } from '../shared-folder.ts'
import { copyMigratedFiles } from './migrated-files.ts'
import { dropSchemas, findSchemas, returnSchemas, runSql, takeSpare } from './spare-schemas.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly storeOptions: Pick<StoreOptions, 'dataDir' | 'databaseUrl' | 'schemaPrefix'>
  /**
   * Close the store before the database is disposed. By default as a server opens it; as a worker, it has no threads, which
   * take longer to start than most tests.
   */
  openStore(overrides?: Partial<StoreOptions>): Promise<Store>
  /** As an operator who wants it built again; close the store first. */
  deleteReadModel(): Promise<void>
  /**
   * From one version of the program to another; close the store first. By default from this one, to one whose read model had
   * no version in its name.
   */
  renameReadModel(to?: string, from?: string): Promise<void>
  /** As another version of the program, which has these migrations; then runs `work` on the ledger. */
  migrateAs(
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
export const testEngines: TestEngine[] = [sqlite, postgres].filter(
  ({ name }) => name === (process.env.TEST_ENGINE ?? name),
)

async function createSqliteDatabase(): Promise<TestDatabase> {
  const dataDir = newFolder('store')
  return {
    storeOptions: { dataDir },
    openStore: (overrides) => openStore({ ...defaults, dataDir, ...overrides }),
    deleteReadModel: () => removeDatabaseFile(databaseFiles(dataDir).readModel.path),
    renameReadModel: async (to, from = readModelVersion('sqlite')) => {
      const name = to === undefined ? 'read-model.db' : `read-model-${to}.db`
      await rename(join(dataDir, `read-model-${from}.db`), join(dataDir, name))
    },
    async migrateAs(migrations, work) {
      const { ledger: file } = databaseFiles(dataDir)
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
    deleteReadModel: () => dropSchemas(databaseUrl, schemaNames(schemaPrefix).readModel),
    renameReadModel: async (to, from = readModelVersion('postgres')) => {
      const name = to === undefined ? 'read_model' : `read_model_${to}`
      const statement = `alter schema ${schemaPrefix}read_model_${from} rename to ${schemaPrefix}${name}`
      await runSql(databaseUrl, statement)
    },
    async migrateAs(migrations, work) {
      const { ledger: schema } = schemaNames(schemaPrefix)
      await using db = new PostgresDatabase<AnyTables & MigrationTable>(
        { ...defaults, url: databaseUrl, onWarning: () => {} },
        schema,
      )
      await migrateSchema(db, schema, { ...migrationDefaults, migrations })
      if (work) await db.transaction((tx) => work(tx as unknown as Transaction<AnyTables>))
    },
    [Symbol.asyncDispose]: async () => {
      await dropSchemas(databaseUrl, ...(await findSchemas(databaseUrl, schemaPrefix)))
    },
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
    renameReadModel: async (...args) => {
      isChanged = true
      await database.renameReadModel(...args)
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

const migrationDefaults = { nowMs: 1, mayApply: true } as const

const defaults = { role: 'server', statementTimeoutMs: 600_000, poolMax: 4, clock: systemClock } as const
