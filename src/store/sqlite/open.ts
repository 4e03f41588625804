/** Opens the two SQLite files in the data folder and migrates them. */

import { existsSync } from 'node:fs'
import { abortable } from '../../core/async/abortable.ts'
import type { Clock } from '../../core/clock.ts'
import { makeDataFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { claimStore, type Markable, type ProfileOptions } from '../coordination/claim-profile.ts'
import { disposeOnce } from '../dispose-once.ts'
import { ledgerMigrations } from '../migrations/index.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, MarkTable, ReadModelTables } from '../tables.ts'
import { SqliteDatabase } from './database.ts'
import { databaseFiles } from './files.ts'
import { inspectSqlite } from './inspect.ts'
import { createReadModelFile, migrateFile, migrationWaitMs } from './open-file.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

export interface SqliteOptions extends ProfileOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  readonly waitingMax?: number
  onWarning(message: string): void
}

/** A sync can wait longer than a request for another process to publish. */
const busyMs = { server: 5_000, worker: 60_000 }

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { dataDir, role, statementTimeoutMs, waitingMax, clock, mayMigrate, onWarning } = options
  if (mayMigrate) makeDataFolder(dataDir)
  const files = databaseFiles(dataDir)
  if (!mayMigrate && existsSync(files.readModel.path) && !existsSync(files.ledger.path)) {
    throw new ConfigurationError([
      `${files.ledger.path} is missing, although ${files.readModel.path} exists: restore a backup, or start the server, which creates an empty one`,
    ])
  }
  await migrateFile(files.ledger, {
    migrations: ledgerMigrations,
    nowMs: clock.now(),
    mayApply: mayMigrate,
  })

  // What a sync writes and reads again is still in the log, which is not mapped. The mapping would be as large as the file.
  const readModelFile = role === 'server' ? files.readModel : { ...files.readModel, mmapBytes: 0 }
  const commonOptions = {
    threads: role === 'server',
    givesWay: role === 'worker',
    statementTimeoutMs,
    busyMs: busyMs[role],
    waitingMax,
  }
  const ledger = await retryOpen(
    () => new SqliteDatabase<LedgerTables>({ ...commonOptions, file: files.ledger }),
  )
  await using unfinished = new AsyncDisposableStack()
  unfinished.use(ledger)
  await createReadModelFile(files.readModel, { mayCreate: mayMigrate, ledger: ledger.read, onWarning })
  const readModel = await retryOpen(
    () => new SqliteDatabase<ReadModelTables>({ ...commonOptions, file: readModelFile }),
  )
  unfinished.use(readModel)
  const close = disposeOnce(ledger, readModel)
  await claimStore({ ledger: toMarkable(ledger), readModel: toMarkable(readModel) }, options)
  unfinished.move()
  return {
    engine: 'sqlite',
    ledger,
    readModel,
    ping: async (signal) => {
      await abortable(Promise.all([ledger.ping(), readModel.ping()]), signal)
    },
    inspect: (signal) => inspectSqlite({ ledger, files, clock, signal }),
    [Symbol.asyncDispose]: close,
  }
}

function toMarkable<Tables>(database: SqliteDatabase<Tables>): Markable {
  const marked = database as unknown as SqliteDatabase<MarkTable>
  return { read: marked.read, transaction: (work) => marked.transactionHere(work) }
}

/** Retries while another process recovers or closes the file. */
function retryOpen<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  return retryWhileBusy(open, migrationWaitMs)
}
