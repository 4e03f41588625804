/** Makes the data folder and others that only their owner may read, or says that they cannot be made. */

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from './errors.ts'

export function makeDataFolder(folder: string): void {
  try {
    makePrivateFolder(folder)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    const advice = isDiskFull(thrown) ? 'make room on its disk' : 'change its owner'
    throw new ConfigurationError(
      [
        `the data folder ${folder} cannot be written (${code}): choose another with --data-dir or DATA_DIR, or ${advice}`,
      ],
      { cause: thrown },
    )
  }
}

/** The disk is full, or what this user may have of it is used up: another owner would not help. */
export function isDiskFull(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** It holds e-mail addresses and keys. A folder that is there was made by the operator, who knows who may read it. */
const privateMode = 0o700

/**
 * Level by level: Node's own recursive mkdir never returns where a file system has no room for new names, as in /proc
 * (seen with Node 24.21).
 */
export function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: privateMode })
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || parent === folder) throw thrown
    makePrivateFolder(parent)
    mkdirSync(folder, { mode: privateMode })
  }
}
