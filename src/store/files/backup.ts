/** Backs up both SQLite databases while they are in use, and checks the copy before it gets its final name. */

import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivateFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { isFull, openingProblem } from '../sqlite/errors.ts'
import { databaseFiles } from '../sqlite/files.ts'
import { makePrivateFile } from './private-file.ts'

interface BackupOptions {
  readonly dataDir: string
  /** Set when the store is PostgreSQL, which has its own backup tools. */
  readonly databaseUrl?: string
  /** The folder to create; it must not exist. */
  readonly target: string
}

interface BackupReport {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly bytes: number }[]
}

/** All pages in one step: otherwise the copy starts over whenever a process writes in between. */
const pagesPerStep = 2 ** 30

export async function backupStore({ dataDir, databaseUrl, target }: BackupOptions): Promise<BackupReport> {
  if (databaseUrl !== undefined) {
    throw new ConfigurationError([
      'the store is PostgreSQL: back it up with `pg_dump --schema="broadsheet_*"` or your provider\'s snapshots',
    ])
  }
  await assertAbsent(target)
  const unfinished = join(
    dirname(target),
    `.${basename(target)}.${randomBytes(4).toString('hex')}.unfinished`,
  )
  try {
    makePrivateFolder(unfinished)
    const files = []
    // The ledger last: it may contain a publish that the copied read model lacks, but never the reverse.
    const { readModel, ledger } = databaseFiles(dataDir)
    for (const { path } of [readModel, ledger]) {
      files.push({ name: basename(path), bytes: await copyDatabase(path, join(unfinished, basename(path))) })
    }
    await syncFolder(unfinished)
    await rename(unfinished, target)
    await syncFolder(dirname(target))
    return { folder: target, files }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw isAboutTarget(error, unfinished) ? cannotWrite(target, error) : error
  }
}

/** Errors of SQLite name no file, but a full disk can only concern the copy: the original is only read. */
function isAboutTarget(error: unknown, unfinished: string): boolean {
  if (isFull(error)) return true
  const { path } = error as NodeJS.ErrnoException
  return path !== undefined && (path.startsWith(unfinished) || unfinished.startsWith(path))
}

function cannotWrite(target: string, cause: unknown): ConfigurationError {
  const { message } = cause as Error
  return new ConfigurationError([`the backup cannot be written to ${target}: ${message}`], { cause })
}

async function assertAbsent(target: string): Promise<void> {
  const present = await stat(target).then(
    () => true,
    () => false,
  )
  if (present) throw new ConfigurationError([`${target} already exists: choose a new folder for the backup`])
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
  await syncFile(to)
  return (await stat(to)).size
}

function openSource(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
  } catch {
    throw new ConfigurationError([`there is no database at ${path}: check the data folder`])
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

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
