/** Reads tables as a whole: if one of the operator's is invalid, the last valid ones are read instead. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { ConfigurationError } from '../core/errors.ts'
import { type Decisions, readDecisions } from './decisions.ts'
import { RegistryFiles } from './registry-files.ts'

export interface RegistryLocation {
  /** Where the operator's tables are. */
  readonly operatorFolder: string
  /** Where the last valid ones are kept. */
  readonly validFolder: string
  /** Default: the tables of the program. */
  readonly shippedFolder?: string
}

export interface RegistryReading<Result> {
  readonly result: Result
  /** What is wrong with the operator's tables; if anything is, they were not read. */
  readonly problems: readonly string[]
}

export type ReadTables<Result> = (files: RegistryFiles, decisions: Decisions) => Result

/** Throws `ConfigurationError` only if a table of the program is invalid. */
export function readRegistry<Result>(
  { operatorFolder, validFolder, shippedFolder }: RegistryLocation,
  readTables: ReadTables<Result>,
): RegistryReading<Result> {
  let problems: readonly string[] = []
  for (const folder of [operatorFolder, validFolder]) {
    const files = new RegistryFiles(folder, shippedFolder)
    try {
      const result = readValid(files, readTables)
      if (folder === operatorFolder) keepValid(files, validFolder)
      return { result, problems }
    } catch (thrown) {
      if (!(thrown instanceof ConfigurationError)) throw thrown
      if (problems.length === 0) problems = thrown.problems
    }
  }
  return { result: readValid(new RegistryFiles(undefined, shippedFolder), readTables), problems }
}

function readValid<Result>(files: RegistryFiles, readTables: ReadTables<Result>): Result {
  const result = readTables(files, readDecisions(files))
  files.assertValid()
  return result
}

/** Written only when they changed. */
function keepValid(files: RegistryFiles, folder: string): void {
  for (const [name, text] of files.operatorTexts) {
    const path = join(folder, name)
    if (readIfPresent(path) === text) continue
    if (text === undefined) rmSync(path, { force: true })
    else replaceFile(path, text)
  }
}

/** Other threads and processes see the old file or the new one. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  // The server and its sync thread may write the same file at once.
  const temporary = `${path}.${process.pid}-${threadId}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw thrown
  }
}
