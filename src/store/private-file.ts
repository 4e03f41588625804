/** Makes a database's file before SQLite does, which would let every user of the machine read it. */

import { closeSync, openSync } from 'node:fs'

/** A file that is there keeps its mode; the log and the index beside it take theirs from it. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    // It is there, or cannot be made: SQLite says what is wrong with it.
  }
}
