/** Opens the two SQLite files in the data folder. */

import { accessSync, constants } from 'node:fs'
import { Kysely } from 'kysely'
import { abortable } from '../../core/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { makeDataFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { disposeOnce } from '../dispose-once.ts'
import { ledgerMigrations, readModelMigrations } from '../migrations/index.ts'
import { type MigrationTable, migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { makePrivateFile } from '../private-file.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import type { DatabaseFile } from './connection.ts'
import { SqliteDatabase } from './database.ts'
import { openingProblem } from './errors.ts'
import { databaseFiles } from './files.ts'
import { inspectSqlite } from './inspect.ts'
import { SessionConnection, SessionDialect } from './kysely-dialect.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { LocalSession } from './session.ts'

export interface SqliteOptions {
  readonly dataDir: string
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  readonly waitingMax?: number
  readonly clock: Clock
}

/** How long a starter waits for another one's migrations. */
const migrationWaitMs = 60_000
/** A request gives up where a sync can wait for another process's publish. */
const busyMs = { server: 5_000, worker: 60_000 }

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { dataDir, role, statementTimeoutMs, waitingMax, clock } = options
  assertWritable(dataDir)
  const files = databaseFiles(dataDir)
  await migrateFile(files.ledger, ledgerMigrations, clock.now())
  await migrateFile(files.readModel, readModelMigrations, clock.now())

  const commonOptions = { threads: role === 'server', statementTimeoutMs, busyMs: busyMs[role], waitingMax }
  const ledger = await retryOpen(
    () => new SqliteDatabase<LedgerTables>({ ...commonOptions, file: files.ledger }),
  )
  const readModel = await retryOpen(
    () => new SqliteDatabase<ReadModelTables>({ ...commonOptions, file: files.readModel }),
  )
  return {
    engine: 'sqlite',
    ledger,
    readModel,
    ping: async (signal) => {
      await abortable(Promise.all([ledger.ping(), readModel.ping()]), signal)
    },
    inspect: (signal) => inspectSqlite({ ledger, readModel, files, clock, signal }),
    [Symbol.asyncDispose]: disposeOnce(ledger, readModel),
  }
}

/** A file that another process is just recovering or closing can be opened a moment later. */
function retryOpen<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  return retryWhileBusy(open, migrationWaitMs)
}

function assertWritable(dataDir: string): void {
  makeDataFolder(dataDir)
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new ConfigurationError([
      `the data folder ${dataDir} cannot be written (${reason}): choose another one or change its owner`,
    ])
  }
}

async function migrateFile(
  file: DatabaseFile,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  try {
    // As a whole, and again while others stand in the way: a starter meets those that start and those that close.
    await retryOpen(async () => {
      makePrivateFile(file.path)
      await using session = new LocalSession(file, false)
      // The mode is a property of the file and stays; changing it needs the file for oneself for a moment.
      await session.run('pragma journal_mode = wal', [])
      await migrate({ engine: 'sqlite', name: file.path, ...migrationAccess(session) }, migrations, nowMs)
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const problem = openingProblem(cause, file.path)
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
}

function migrationAccess(session: LocalSession): Pick<Parameters<typeof migrate>[0], 'read' | 'locked'> {
  return {
    read: new Kysely<MigrationTable>({ dialect: new SessionDialect(new SessionConnection(session)) }),
    locked: async (work) => {
      const dialect = new SessionDialect(new SessionConnection(session), {
        begin: async () => {
          await session.run('begin immediate', [])
        },
        commit: async () => {
          await session.run('commit', [])
        },
        rollback: async () => {
          await session.run('rollback', [])
        },
      })
      await new Kysely<MigrationTable>({ dialect }).transaction().execute(work)
    },
  }
}
