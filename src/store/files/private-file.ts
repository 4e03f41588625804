/** Creates a database file before SQLite does, which would make it readable for every user of the machine. */

import { closeSync, openSync } from 'node:fs'

/** An existing file keeps its mode; the WAL and its index inherit it. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It exists or cannot be created: SQLite reports the problem.
  }
}
