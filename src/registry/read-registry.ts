/** Reads tables as a whole: if one of the operator's is invalid, the last valid ones are read instead. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  const missing = missingFolderProblem({ operatorFolder, validFolder })
  let problems: readonly string[] = missing === undefined ? [] : [missing]
  for (const folder of missing === undefined ? [operatorFolder, validFolder] : [validFolder]) {
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

/** A folder that had tables and is gone, such as a volume that is not mounted: nobody has deleted the tables. */
export function missingFolderProblem({
  operatorFolder,
  validFolder,
}: Pick<RegistryLocation, 'operatorFolder' | 'validFolder'>): string | undefined {
  if (existsSync(operatorFolder) || !hasTables(validFolder)) return undefined
  return `${operatorFolder}: the folder does not exist, but it had tables; if they are to go, create it empty`
}

function hasTables(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.tsv'))
  } catch {
    return false
  }
}

/** Written only when they changed. */
function keepValid(files: RegistryFiles, folder: string): void {
  for (const [name, text] of files.operatorTexts) {
    const path = join(folder, name)
    try {
      if (readIfPresent(path) === text) continue
      if (text === undefined) rmSync(path, { force: true })
      else replaceFile(path, text)
    } catch {
      // The disk is full or read-only. The tables are in effect; only an invalid one later would miss this copy.
    }
  }
}

/** Other threads and processes see the old file or the new one. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  // The server and its sync thread may write the same file at once.
  const temporary = `${path}.${process.pid}-${threadId}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
}

export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw thrown
  }
}
