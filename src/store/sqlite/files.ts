/** The SQLite files in the data folder and their settings. */

import { join } from 'node:path'
import type { DatabaseFile } from './connection.ts'

const MiB = 1024 * 1024

export function databaseFiles(dataDir: string): { ledger: DatabaseFile; readModel: DatabaseFile } {
  return {
    ledger: {
      path: join(dataDir, 'ledger.db'),
      synchronous: 'full',
      mmapBytes: 64 * MiB,
      cacheBytes: 8 * MiB,
    },
    readModel: {
      path: join(dataDir, 'read-model.db'),
      synchronous: 'normal',
      mmapBytes: 4096 * MiB,
      cacheBytes: 16 * MiB,
    },
  }
}
