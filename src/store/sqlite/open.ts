/** Opens the two SQLite files in the data folder and migrates them. */

import { abortable } from '../../core/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { makeDataFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { disposeOnce } from '../dispose-once.ts'
import { ledgerMigrations, readModelMigrations } from '../migrations/index.ts'
import { type MigrationTable, type MigrationTarget, migrate } from '../migrations/migrate.ts'
import type { Migration } from '../migrations/migration.ts'
import { makePrivateFile } from '../private-file.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, ReadModelTables } from '../tables.ts'
import type { DatabaseFile } from './connection.ts'
import { SqliteDatabase } from './database.ts'
import { openingProblem } from './errors.ts'
import { databaseFiles } from './files.ts'
import { inspectSqlite } from './inspect.ts'
import { kyselyOver, SessionConnection } from './kysely-dialect.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { LocalSession } from './session.ts'

export interface SqliteOptions {
  readonly dataDir: string
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  readonly waitingMax?: number
  readonly clock: Clock
}

/** How long a starting process waits for the migrations of another one. */
const migrationWaitMs = 60_000
/** A sync can wait longer than a request for another process to publish. */
const busyMs = { server: 5_000, worker: 60_000 }

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { dataDir, role, statementTimeoutMs, waitingMax, clock } = options
  makeDataFolder(dataDir)
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

/** Retries while another process recovers or closes the file. */
function retryOpen<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  return retryWhileBusy(open, migrationWaitMs)
}

async function migrateFile(
  file: DatabaseFile,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<void> {
  try {
    // Retried as a whole: other processes may start and stop at the same time.
    await retryOpen(async () => {
      makePrivateFile(file.path)
      await using session = new LocalSession(file, false)
      // The file keeps this mode; changing it needs exclusive access for a moment.
      await session.run('pragma journal_mode = wal', [])
      await migrate({ engine: 'sqlite', name: file.path, ...migrationAccess(session) }, migrations, nowMs)
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    const problem = openingProblem(cause, file.path)
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
}

function migrationAccess(session: LocalSession): Pick<MigrationTarget, 'read' | 'withLock'> {
  const command = (text: string) => async () => {
    await session.run(text, [])
  }
  return {
    read: kyselyOver<MigrationTable>(new SessionConnection(session)),
    withLock: async (work) => {
      const db = kyselyOver<MigrationTable>(new SessionConnection(session), {
        begin: command('begin immediate'),
        commit: command('commit'),
        rollback: command('rollback'),
      })
      await db.transaction().execute(work)
    },
  }
}
