/** Creates the data folder and other folders that only their owner can read. */

import { accessSync, constants, mkdirSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigurationError } from './errors.ts'

/** Throws `ConfigurationError` when the folder cannot be used. */
export function makeDataFolder(folder: string): void {
  try {
    makePrivateFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    const advice = isDiskFull(thrown) ? 'free space on its disk' : 'change its owner'
    throw new ConfigurationError(
      [
        `the data folder ${folder} cannot be written (${code}): choose another with --data-dir or DATA_DIR, or ${advice}`,
      ],
      { cause: thrown },
    )
  }
}

/** The disk is full, or the quota of the user is used up. */
export function isDiskFull(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Free space on the disk of a folder, which need not exist yet; 0 if the disk takes no more files. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize, files, ffree } = await statfs(await closestExistingFolder(folder))
  // Some file systems have no limit, which they report as 0.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize
}

/** The folder itself, or the closest one above it that exists. */
export async function closestExistingFolder(folder: string): Promise<string> {
  try {
    await access(folder)
    return folder
  } catch (thrown) {
    const parent = dirname(folder)
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw thrown
    return closestExistingFolder(parent)
  }
}

/** The folder contains e-mail addresses and keys. An existing folder keeps the mode its creator chose. */
const privateMode = 0o700

/**
 * Level by level: the recursive mkdir of Node never returns on file systems that allow no new entries, such as /proc
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
