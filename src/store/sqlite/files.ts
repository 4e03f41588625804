/** The SQLite files in the data folder and their settings. */

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readModelVersion } from '../read-model/schema.ts'
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
      path: join(dataDir, `read-model-${readModelVersion('sqlite')}.db`),
      synchronous: 'normal',
      mmapBytes: 4096 * MiB,
      cacheBytes: 16 * MiB,
    },
  }
}

/** Older versions of the program had one without a version in its name. */
const readModelName = /^read-model(-[0-9a-f]{8})?\.db$/

/** Of the ledger, or of a read model of any version. */
export function isDatabaseName(name: string): boolean {
  return name === 'ledger.db' || readModelName.test(name)
}

/** The paths of the read models of other versions, newest first. */
export async function findOtherReadModels(dataDir: string): Promise<string[]> {
  const { path: own } = databaseFiles(dataDir).readModel
  const paths = (await readdir(dataDir))
    .filter((name) => readModelName.test(name))
    .map((name) => join(dataDir, name))
    .filter((path) => path !== own)
  const dated = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  return dated.sort((one, other) => other.at - one.at).map(({ path }) => path)
}

export async function removeDatabaseFile(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true })
}
