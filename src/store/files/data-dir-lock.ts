/** Locks the data folder for one server, until the process ends, however it ends. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { isBusy, openingProblem } from '../sqlite/errors.ts'
import { makePrivateFile } from './private-file.ts'

const attemptsMax = 100
/** For processes that start at the same moment; a running server holds the lock for longer. */
const waitMs = 500

/** Held until disposed. Other commands can still use the folder, because they do not take the lock. */
export function lockDataDir(dataDir: string): Disposable {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'lock.db')
  makePrivateFile(path)
  const db = openLock(path)
  try {
    acquire(db)
  } catch (error) {
    const holder = readHolder(db)
    db.close()
    const problem = openingProblem(error, path)
    if (problem !== undefined) throw new ConfigurationError([problem])
    if (!isBusy(error)) throw error
    const who = holder === undefined ? 'another process' : `process ${holder}`
    throw new ConfigurationError([
      `the data folder ${dataDir} is already in use by ${who}: stop it, or choose another folder with --data-dir or DATA_DIR`,
    ])
  }
  return { [Symbol.dispose]: () => db.close() }
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: waitMs })
  } catch (error) {
    throw new ConfigurationError([
      openingProblem(error, path) ?? `${path} cannot be opened: change its owner`,
    ])
  }
}

/**
 * The lock is an open write transaction. Others can read the id of its holder, which is therefore committed before;
 * when another process writes in between, it starts over.
 */
function acquire(db: DatabaseSync): void {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    db.exec('begin immediate')
    if (readHolder(db) === process.pid) return
    db.exec(`pragma user_version = ${process.pid}; commit`)
  }
  throw new Error('cannot get the lock of the data folder: too many processes are starting')
}

function readHolder(db: DatabaseSync): number | undefined {
  try {
    return Number(db.prepare('pragma user_version').get()?.user_version) || undefined
  } catch {
    return undefined
  }
}
