/** Copies what cannot be recreated into a new folder, while it is in use: the databases, the operator's tables, and artifacts on request. */

import { join } from 'node:path'
import type { LoadedConfig } from '../../core/config/load-config.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { type BackupFile, copyDatabases, readArtifactLocations } from '../../store/backup/copy-databases.ts'
import { createFolder } from '../../store/backup/new-folder.ts'
import { artifactBucket, artifactFolder } from '../artifact-store.ts'
import { registryLocation } from '../registry-location.ts'
import { type CopiedFiles, copyTables, copyTree } from './copy-files.ts'
import { postgresLedger } from './postgres-ledger.ts'

/** The names of what a backup has besides databases. */
export const backupFolders = { registry: 'registry', artifacts: 'artifacts' } as const

export interface BackupReport {
  readonly folder: string
  readonly databases: readonly BackupFile[]
  /** The operator's tables. */
  readonly registry: readonly BackupFile[]
  /** Null if they were not requested. */
  readonly artifacts: CopiedFiles | null
}

export interface BackupOptions {
  /** The folder to create; it must not exist. */
  readonly target: string
  readonly withArtifacts: boolean
}

export async function createBackup(
  loaded: LoadedConfig,
  { target, withArtifacts }: BackupOptions,
  signal: AbortSignal,
): Promise<BackupReport> {
  const bucket = artifactBucket(loaded)
  if (withArtifacts && bucket !== undefined)
    throw new ConfigurationError([
      `artifacts are in the bucket ${bucket.bucket}, which has copies of its own: leave out --artifacts`,
    ])
  return await createFolder(target, async (folder) => {
    const { databases, artifactLocations } = await copyStore(loaded, folder)
    signal.throwIfAborted()
    const { operatorFolder } = registryLocation(loaded)
    const registry = await copyTables(operatorFolder, join(folder, backupFolders.registry))
    const artifacts = withArtifacts
      ? await copyTree(
          artifactFolder(loaded),
          join(folder, backupFolders.artifacts),
          signal,
          artifactLocations(),
        )
      : null
    return { folder: target, databases, registry, artifacts }
  })
}

interface CopiedStore {
  readonly databases: readonly BackupFile[]
  /** Those that the copied ledger lists: a backup has no other files. */
  artifactLocations(): ReadonlySet<string>
}

async function copyStore(loaded: LoadedConfig, folder: string): Promise<CopiedStore> {
  const ledger = postgresLedger(loaded)
  if (ledger === undefined) {
    const databases = await copyDatabases(loaded.config.store.dataDir, folder)
    return { databases, artifactLocations: () => readArtifactLocations(folder) }
  }
  const { dumpLedger } = await import('../../store/backup/dump-ledger.ts')
  const { file, artifactLocations } = await dumpLedger(ledger, folder)
  return { databases: [file], artifactLocations: () => artifactLocations }
}
