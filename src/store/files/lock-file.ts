/**
 * Locks a file for a short piece of work, until it is done or the process ends, however it ends. The lock is an open
 * write transaction of SQLite, because Node.js cannot lock files and a file that means "locked" outlives its process.
 */

import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../core/clock.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { isBusy, openingProblem } from '../sqlite/errors.ts'

const pauseMs = 50

interface LockOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly waitMsMax: number
}

/** The file stays: if it were deleted, two processes could lock two files of the same name. Undefined if it stays locked. */
export async function lockFile(path: string, options: LockOptions): Promise<Disposable | undefined> {
  const { clock, signal, waitMsMax } = options
  createFile(path)
  await using attempt = new AsyncDisposableStack()
  const db = attempt.adopt(openDatabase(path), (opened) => opened.close())
  const giveUpAt = clock.monotonic() + waitMsMax
  while (!tryLock(db, path)) {
    if (clock.monotonic() >= giveUpAt) return undefined
    await clock.sleep(pauseMs, signal)
  }
  attempt.move()
  return { [Symbol.dispose]: () => db.close() }
}

/** SQLite would not let the group write to it, whatever the umask. */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o666))
  } catch {
    // It exists or cannot be created: SQLite reports the problem.
  }
}

function openDatabase(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw toProblem(error, path)
  }
}

function tryLock(db: DatabaseSync, path: string): boolean {
  try {
    db.exec('begin immediate')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw toProblem(error, path)
  }
}

function toProblem(error: unknown, path: string): unknown {
  const problem = openingProblem(error, path)
  return problem === undefined ? error : new ConfigurationError([problem])
}
