/** SQLite files with all tables and no rows, made once for a test run: to copy them is cheaper than to migrate. */

import { randomInt } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { epochScope } from '../../../src/store/publication-stamp.ts'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import { sharedFolder } from '../shared-folder.ts'

/** `migrate` opens a store in an empty folder, and closes it. */
export async function copyMigratedFiles(
  dataDir: string,
  migrate: (dataDir: string) => Promise<void>,
): Promise<void> {
  const made = join(sharedFolder(), 'migrated-files')
  if (!existsSync(made)) await makeFiles(made, migrate)
  const { ledger, readModel } = databaseFiles(dataDir)
  for (const { path } of [ledger, readModel])
    await copyFile(join(made, basename(path)), path, constants.COPYFILE_EXCL)
  setNewEpoch(readModel.path)
}

/** Several processes may make them at the same time; the files of the first are used. */
async function makeFiles(made: string, migrate: (dataDir: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(`${made}-`)
  try {
    await migrate(folder)
    await rename(folder, made)
  } catch (thrown) {
    await rm(folder, { recursive: true, force: true })
    if (!existsSync(made)) throw thrown
  }
}

/** As after the migrations: no two read models have the same. */
function setNewEpoch(file: string): void {
  using db = new DatabaseSync(file)
  db.exec('pragma synchronous = off')
  db.prepare('update publication set version = ? where scope = ?').run(randomInt(1, 2 ** 48 - 1), epochScope)
}
