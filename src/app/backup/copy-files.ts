/** Copies artifacts and the operator's tables. */

import { constants } from 'node:fs'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../../core/data-folder.ts'
import type { BackupFile } from '../../store/backup/copy-databases.ts'

/** The tables of a registry folder. */
export async function findTables(folder: string): Promise<string[]> {
  const entries = await readEntries(folder)
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.tsv')).map(({ name }) => name)
}

export async function copyTables(from: string, to: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for (const name of await findTables(from)) {
    await copyInto(join(from, name), join(to, name))
    files.push({ name, bytes: (await stat(join(to, name))).size })
  }
  return files
}

export interface CopiedFiles {
  readonly files: number
  readonly bytes: number
}

/** The files below `from`, or those of them that are in `wanted`: paths relative to it. Files that exist already stay. */
export async function copyTree(
  from: string,
  to: string,
  signal: AbortSignal,
  wanted?: ReadonlySet<string>,
): Promise<CopiedFiles> {
  let files = 0
  let bytes = 0
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readEntries(join(from, folder))) {
      signal.throwIfAborted()
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      // Folders with a dot hold what is not complete.
      if (entry.isDirectory() && !entry.name.startsWith('.')) folders.push(path)
      if (!entry.isFile() || (wanted !== undefined && !wanted.has(path))) continue
      const size = await copyIfPresent(join(from, path), join(to, path))
      if (size === undefined) continue
      files += 1
      bytes += size
    }
  }
  return { files, bytes }
}

async function readEntries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw thrown
  }
}

/** Undefined if the file has been removed meanwhile: artifacts expire. */
async function copyIfPresent(from: string, to: string): Promise<number | undefined> {
  try {
    await copyInto(from, to)
    return (await stat(to)).size
  } catch (thrown) {
    const { code, path } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === from) return undefined
    throw thrown
  }
}

async function copyInto(from: string, to: string): Promise<void> {
  makePrivateFolder(dirname(to))
  await copyFile(from, to, constants.COPYFILE_FICLONE)
}
