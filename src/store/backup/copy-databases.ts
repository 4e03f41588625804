/** Copies the SQLite databases: into a backup while they are in use, and from one into a data folder that no server uses. */

import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ConfigurationError } from '../../core/errors.ts'
import { makePrivateFile } from '../files/private-file.ts'
import { isFull, openingProblem } from '../sqlite/errors.ts'
import { databaseFiles, isDatabaseName, removeDatabaseFile } from '../sqlite/files.ts'
import { assertLedgerFits } from './backup-problems.ts'
import { syncPath } from './new-folder.ts'

export interface BackupFile {
  readonly name: string
  readonly bytes: number
}

export const ledgerFile = 'ledger.db'

/** All pages in one step: otherwise the copy starts over whenever a process writes in between. */
const pagesPerStep = 2 ** 30

export async function copyDatabases(dataDir: string, folder: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  // The ledger last: it may contain a publish that the copied read model lacks, but never the reverse.
  const { readModel, ledger } = databaseFiles(dataDir)
  for (const { path } of [readModel, ledger]) {
    const name = basename(path)
    files.push({ name, bytes: await copyDatabase(path, join(folder, name)) })
  }
  return files
}

/** The files of the artifacts that a copied ledger lists. */
export function readArtifactLocations(folder: string): Set<string> {
  using db = new DatabaseSync(join(folder, ledgerFile), { readOnly: true })
  const rows = db.prepare("select location from artifact where storage = 'disk'").all()
  return new Set(rows.map(({ location }) => String(location)))
}

export async function hasDatabases(dataDir: string): Promise<boolean> {
  return (await findDatabases(dataDir)).length > 0
}

/** The databases of a backup replace those of the data folder. Nothing is replaced if one of them cannot be used. */
export async function replaceDatabases(backupFolder: string, dataDir: string): Promise<BackupFile[]> {
  const names = await findDatabases(backupFolder)
  const staged = names.map((name) => ({ name, path: join(dataDir, `${name}.restoring`) }))
  try {
    const files: BackupFile[] = []
    for (const { name, path } of staged) {
      await removeDatabaseFile(path)
      files.push({ name, bytes: await copyDatabase(join(backupFolder, name), path) })
      if (name === ledgerFile) await assertFits(path, join(backupFolder, name))
    }
    // With their logs: SQLite would apply an old log to the new file.
    for (const name of await findDatabases(dataDir)) await removeDatabaseFile(join(dataDir, name))
    for (const { name, path } of staged) await rename(path, join(dataDir, name))
    await syncPath(dataDir)
    return files
  } finally {
    for (const { path } of staged) await rm(path, { force: true })
  }
}

async function findDatabases(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter(isDatabaseName)
}

/** `path`: a copy of the file `name`. */
async function assertFits(path: string, name: string): Promise<void> {
  using db = new DatabaseSync(path, { readOnly: true })
  const select = (query: string) => db.prepare(query).all() as { name: string; checksum?: string | null }[]
  const tables = new Set(select("select name from sqlite_schema where type = 'table'").map((row) => row.name))
  const applied = tables.has('migration') ? select('select * from migration order by name') : []
  await assertLedgerFits(name, 'sqlite', applied, tables)
}

async function copyDatabase(from: string, to: string): Promise<number> {
  using source = openSource(from)
  makePrivateFile(to)
  try {
    await backup(source, to, { rate: pagesPerStep })
    assertSound(to)
  } catch (error) {
    const problem = isFull(error) ? undefined : openingProblem(error, from)
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
  await syncPath(to)
  return (await stat(to)).size
}

function openSource(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
  } catch {
    throw new ConfigurationError([`there is no database at ${path}: check the folder`])
  }
}

function assertSound(path: string): void {
  using db = new DatabaseSync(path)
  // A single file, without the separate log of the original.
  db.exec('pragma journal_mode = delete')
  const report = db.prepare('pragma integrity_check(5)').all()
  const problems = report.map((row) => row.integrity_check).join('; ')
  if (problems !== 'ok') throw new Error(`the copy ${path} is damaged: ${problems}`)
}
