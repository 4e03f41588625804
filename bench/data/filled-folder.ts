/** Folders with the stores of the bench, which are filled once. */

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { databaseFiles } from '../../src/store/sqlite/files.ts'

/** The name of a read model's file follows from its schema: a store with another one is filled anew. */
const schema = basename(databaseFiles('').readModel.path, '.db')

/** Filled by the first caller; a store that was not filled to its end is none. */
export async function filledFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `broadsheet-bench-${name}-${schema}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  try {
    await fill(unfinished)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  return folder
}
