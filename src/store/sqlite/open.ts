/** Opens the two SQLite files in the data folder and migrates them. */

import { existsSync } from 'node:fs'
import { abortable } from '../../core/async/abortable.ts'
import { makeDataFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { claimStore, type Markable, type ProfileOptions } from '../coordination/claim-profile.ts'
import { disposeOnce } from '../dispose-once.ts'
import { type MigrationSettings, migrationOptions } from '../migrations/migration-options.ts'
import type { Store } from '../store.ts'
import type { LedgerTables, MarkTable, ReadModelTables } from '../tables.ts'
import { SqliteDatabase } from './database.ts'
import { databaseFiles } from './files.ts'
import { inspectSqlite } from './inspect.ts'
import { migrateFile, migrationWaitMs } from './migrate-file.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

export interface SqliteOptions extends MigrationSettings, ProfileOptions {
  readonly dataDir: string
  readonly role: 'server' | 'worker'
  readonly statementTimeoutMs: number
  readonly waitingMax?: number
}

/** A sync can wait longer than a request for another process to publish. */
const busyMs = { server: 5_000, worker: 60_000 }

export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { dataDir, role, statementTimeoutMs, waitingMax, clock } = options
  if (options.mayMigrate) makeDataFolder(dataDir)
  const files = databaseFiles(dataDir)
  const migrations = migrationOptions(options)
  if (!options.mayMigrate && existsSync(files.readModel.path) && !existsSync(files.ledger.path)) {
    // Something was here before: damage is reported first, then the loss of the ledger.
    await migrateFile(files.readModel, migrations.readModel)
    throw new ConfigurationError([
      `${files.ledger.path} is missing, although ${files.readModel.path} exists: restore a backup, or start the server, which creates an empty one`,
    ])
  }
  await migrateFile(files.ledger, migrations.ledger)
  await migrateFile(files.readModel, migrations.readModel)

  // What a sync writes and reads again is still in the log, which is not mapped. The mapping would be as large as the file.
  const readModelFile = role === 'server' ? files.readModel : { ...files.readModel, mmapBytes: 0 }
  const commonOptions = { threads: role === 'server', statementTimeoutMs, busyMs: busyMs[role], waitingMax }
  const ledger = await retryOpen(
    () => new SqliteDatabase<LedgerTables>({ ...commonOptions, file: files.ledger }),
  )
  const readModel = await retryOpen(
    () => new SqliteDatabase<ReadModelTables>({ ...commonOptions, file: readModelFile }),
  )
  const close = disposeOnce(ledger, readModel)
  try {
    await claimStore({ ledger: toMarkable(ledger), readModel: toMarkable(readModel) }, options)
  } catch (error) {
    await close()
    throw error
  }
  return {
    engine: 'sqlite',
    ledger,
    readModel,
    ping: async (signal) => {
      await abortable(Promise.all([ledger.ping(), readModel.ping()]), signal)
    },
    inspect: (signal) => inspectSqlite({ ledger, readModel, files, clock, signal }),
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
