/** One server per data folder: a lock that the operating system releases when its holder dies, however it dies. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '../core/data-folder.ts'
import { ConfigurationError } from '../core/errors.ts'
import { makePrivateFile } from './private-file.ts'
import { openingProblem } from './sqlite/errors.ts'

const attemptsMax = 100
/** For starters that meet at the very same moment; one who holds the lock holds it for longer. */
const waitMs = 500

/** Held until disposed. Other commands may use the folder meanwhile; they do not ask for the lock. */
export function lockDataDir(dataDir: string): Disposable {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'lock.db')
  let db: DatabaseSync
  try {
    makePrivateFile(path)
    db = new DatabaseSync(path, { timeout: waitMs })
  } catch {
    throw new ConfigurationError([
      `the data folder ${dataDir} cannot be written: choose another one or change its owner`,
    ])
  }
  try {
    acquire(db)
  } catch (error) {
    const holder = readHolder(db)
    db.close()
    const problem = openingProblem(error, path)
    if (problem !== undefined) throw new ConfigurationError([problem])
    if (!isLocked(error)) throw error
    const who = holder === undefined ? 'another process' : `process ${holder}`
    throw new ConfigurationError([
      `the data folder ${dataDir} is already in use by ${who}: stop it, or give this server another folder`,
    ])
  }
  return { [Symbol.dispose]: () => db.close() }
}

/**
 * The open write transaction is the lock. It lets others read who holds it, which is therefore written before; when
 * another starter wrote in between, we begin anew.
 */
function acquire(db: DatabaseSync): void {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    db.exec('begin immediate')
    if (readHolder(db) === process.pid) return
    db.exec(`pragma user_version = ${process.pid}; commit`)
  }
  throw new Error('the lock of the data folder changed hands too often')
}

function readHolder(db: DatabaseSync): number | undefined {
  try {
    return Number(db.prepare('pragma user_version').get()?.user_version) || undefined
  } catch {
    return undefined
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
