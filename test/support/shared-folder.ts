/** Folders for tests: one for what several files need and is expensive to make, and new ones for each of them. */

import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Far more than the files of a run, some copies of the sandbox’s data included. */
const bytesMin = 4 * 2 ** 30

let ownFolder: string | undefined

/** `npm test` names one for the whole run; a file that runs alone has its own. */
export function sharedFolder(): string {
  const named = process.env.TEST_SHARED_FOLDER ?? ownFolder
  if (named) return named
  const created = mkdtempSync(join(tmpdir(), 'broadsheet-shared-'))
  process.once('exit', () => rmSync(created, { recursive: true, force: true }))
  ownFolder = created
  return created
}

/** A new one; it is deleted with the shared folder, if not before. */
export function newFolder(name: string): string {
  return mkdtempSync(join(sharedFolder(), `${name}-`))
}

/** Where `npm test` makes its own: in memory, if there is enough. A store waits for its disk at each commit, and no test needs that. */
export function folderOfRuns(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) >= bytesMin ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
