/** Puts a backup in the place that the settings name, which no server may be using. */

import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { storeNotEmpty } from '../../store/backup/backup-problems.ts'
import {
  type BackupFile,
  hasDatabases,
  ledgerFile,
  replaceDatabases,
} from '../../store/backup/copy-databases.ts'
import type { PostgresLedger } from '../../store/backup/dump-ledger.ts'
import { recordBackup } from '../../store/coordination/last-backup.ts'
import type { AppContext } from '../app-context.ts'
import { artifactFolder } from '../artifact-store.ts'
import { registryLocation } from '../registry-location.ts'
import { acquireDataDirLock, createStore } from '../store.ts'
import { type CopiedFiles, copyTables, copyTree, findTables } from './copy-files.ts'
import { backupFolders } from './create-backup.ts'
import { postgresLedger } from './postgres-ledger.ts'

type RestoreContext = Pick<AppContext, 'loaded' | 'clock' | 'logger'>

export interface RestoreOptions {
  readonly backupFolder: string
  /** Whether databases and tables that exist are replaced. */
  readonly mayOverwrite: boolean
}

export interface RestoreReport {
  readonly registry: readonly BackupFile[]
  readonly artifacts: CopiedFiles
}

/** Throws `ConfigurationError` and changes nothing if the backup does not fit, or if there is something to overwrite. */
export async function restoreBackup(
  context: RestoreContext,
  options: RestoreOptions,
  signal: AbortSignal,
): Promise<RestoreReport> {
  const { loaded } = context
  const { backupFolder, mayOverwrite } = options
  const { operatorFolder } = registryLocation(loaded)
  using _lock = acquireDataDirLock(loaded)
  const tables = await findTables(operatorFolder)
  if (tables.length > 0 && !mayOverwrite) throw storeNotEmpty(`the registry folder ${operatorFolder}`)
  const restoreStore = await prepareStore(context, options)
  // First: files that no ledger lists do no harm.
  const artifacts = await copyTree(
    join(backupFolder, backupFolders.artifacts),
    artifactFolder(loaded),
    signal,
  )
  await restoreStore()
  // Also without tables: a folder that is gone counts as one that is not mounted.
  makePrivateFolder(operatorFolder)
  for (const name of tables) await rm(join(operatorFolder, name))
  const registry = await copyTables(join(backupFolder, backupFolders.registry), operatorFolder)
  // Migrates an older ledger, and creates the read model if the backup has none of this version.
  await using store = await createStore(context, 'worker', { mayMigrate: true, isOfAnyProfile: true })
  // The ledger of the backup knows only of those before it.
  const { mtimeMs } = await stat(backupFolder)
  await recordBackup(store.ledger, Math.min(context.clock.now(), Math.round(mtimeMs)))
  return { registry, artifacts }
}

/** Throws if the backup is not one of this engine, or if there is something to overwrite. */
async function prepareStore(
  { loaded, clock }: RestoreContext,
  options: RestoreOptions,
): Promise<() => Promise<unknown>> {
  const ledger = postgresLedger(loaded)
  if (ledger !== undefined) return await preparePostgres(ledger, options, clock.now())
  const { backupFolder, mayOverwrite } = options
  const { dataDir } = loaded.config.store
  assertHas(backupFolder, ledgerFile, 'SQLite')
  if (!mayOverwrite && (await hasDatabases(dataDir))) throw storeNotEmpty(`the data folder ${dataDir}`)
  return () => replaceDatabases(backupFolder, dataDir)
}

async function preparePostgres(
  ledger: PostgresLedger,
  { backupFolder, mayOverwrite }: RestoreOptions,
  nowMs: number,
): Promise<() => Promise<unknown>> {
  const { dumpFile } = await import('../../store/backup/dump-ledger.ts')
  const { loadLedger } = await import('../../store/backup/load-ledger.ts')
  assertHas(backupFolder, dumpFile, 'PostgreSQL')
  return () => loadLedger(ledger, backupFolder, { mayOverwrite, nowMs })
}

function assertHas(folder: string, file: string, engine: string): void {
  if (existsSync(join(folder, file))) return
  throw new ConfigurationError([`${folder} is not a backup of a ${engine} store: it has no ${file}`])
}
