/** A folder that gets its name when everything is in it. */

import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makePrivateFolder } from '../../core/data-folder.ts'
import { ConfigurationError } from '../../core/errors.ts'
import { isFull } from '../sqlite/errors.ts'

/** Leaves nothing behind if `fill` fails. Throws `ConfigurationError` if the folder exists or cannot be written. */
export async function createFolder<Result>(
  target: string,
  fill: (folder: string) => Promise<Result>,
): Promise<Result> {
  await assertAbsent(target)
  const unfinished = join(
    dirname(target),
    `.${basename(target)}.${randomBytes(4).toString('hex')}.unfinished`,
  )
  try {
    makePrivateFolder(unfinished)
    const result = await fill(unfinished)
    await syncPath(unfinished)
    await rename(unfinished, target)
    await syncPath(dirname(target))
    return result
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    throw isAboutTarget(error, unfinished) ? cannotWrite(target, error) : error
  }
}

/** A file or a folder. */
export async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

/** Errors of SQLite name no file, but a full disk can only concern the copy: the original is only read. */
function isAboutTarget(error: unknown, unfinished: string): boolean {
  if (isFull(error)) return true
  const { path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string }
  return [path, dest].some(
    (one) => one !== undefined && (one.startsWith(unfinished) || unfinished.startsWith(one)),
  )
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
  if (present) throw new ConfigurationError([`${target} already exists: choose a new folder for the backup`])
}
