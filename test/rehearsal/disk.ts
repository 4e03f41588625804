/** How much disk the data folders of the nodes take. */

import { globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface DiskUse {
  /** Of SQLite; PostgreSQL keeps its files elsewhere. */
  readonly databaseBytes: number
  readonly artifactBytes: number
}

export function measureDisk(folder: string): DiskUse {
  let databaseBytes = 0
  let artifactBytes = 0
  for (const file of globSync('data*/**', { cwd: folder, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    // A file may be removed meanwhile.
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (/\.db(-wal|-shm)?$/.test(basename(path))) databaseBytes += bytes
    else artifactBytes += bytes
  }
  return { databaseBytes, artifactBytes }
}
