/** A copy of both SQLite databases while they are in use, checked before it gets its name. */

import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makePrivateFolder } from '../core/data-folder.ts'
import { ConfigurationError } from '../core/errors.ts'
import { makePrivateFile } from './private-file.ts'
import { isFull, openingProblem } from './sqlite/errors.ts'
import { databaseFiles } from './sqlite/files.ts'

interface BackupOptions {
  readonly dataDir: string
  /** Set when the store is PostgreSQL, which has better tools of its own. */
  readonly databaseUrl?: string
  /** The folder to be made; it must not exist. */
  readonly target: string
}

interface BackupReport {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly bytes: number }[]
}

/** All pages in one step: a copy in several steps starts over whenever somebody writes in between. */
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
    // The ledger last: it may know of a publish that the copied read model lacks, never the other way round.
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

/** SQLite names no file; it only reads the one it copies from, so a lack of room is one of the copy. */
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
  if (present) throw new ConfigurationError([`${target} already exists: name a new folder for the backup`])
}

async function copyDatabase(from: string, to: string): Promise<number> {
  using source = openSource(from)
  makePrivateFile(to)
  try {
    await backup(source.db, to, { rate: pagesPerStep })
    assertSound(to)
  } catch (error) {
    const problem = isFull(error) ? undefined : openingProblem(error, from)
    throw problem === undefined ? error : new ConfigurationError([problem])
  }
  await syncFile(to)
  return (await stat(to)).size
}

function openSource(path: string): Disposable & { db: DatabaseSync } {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
    return { db, [Symbol.dispose]: () => db.close() }
  } catch {
    throw new ConfigurationError([`there is no database at ${path}: check the data folder`])
  }
}

function assertSound(path: string): void {
  const db = new DatabaseSync(path)
  try {
    // A single file, without the log that the original keeps beside it.
    db.exec('pragma journal_mode = delete')
    const problems = db.prepare('pragma integrity_check(5)').all()
    const [first] = problems
    if (problems.length === 1 && first?.integrity_check === 'ok') return
    throw new Error(`the copy ${path} is damaged: ${problems.map((row) => row.integrity_check).join('; ')}`)
  } finally {
    db.close()
  }
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
