/** Makes the data folder, or says that it cannot be made. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Misconfigured } from './errors.ts'

/**
 * Level by level: Node's own recursive mkdir never returns where a file system has no room for new names, as in /proc
 * (seen with Node 24.21).
 */
export function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    throw new Misconfigured([
      `the data folder ${folder} cannot be written (${code}): choose another with --data-dir or DATA_DIR, or change its owner`,
    ])
  }
}

/** It holds e-mail addresses and keys. A folder that is there was made by the operator, who knows who may read it. */
const mode = 0o700

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode })
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || parent === folder) throw thrown
    makeFolder(parent)
    mkdirSync(folder, { mode })
  }
}
