/** A copy of the store while it is in use. */

import type { LoadedConfig } from '../core/config/load-config.ts'
import { backupStore } from '../store/backup.ts'

export function createBackup(
  { config, secrets }: LoadedConfig,
  target: string,
): ReturnType<typeof backupStore> {
  const databaseUrl = secrets.store.databaseUrl?.reveal()
  return backupStore({
    dataDir: config.store.dataDir,
    target,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
}
