/** Changes the operator's tables: one change at a time, checked as a whole before it takes effect. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError } from '../core/errors.ts'
import { readDecisions } from './decisions.ts'
import { missingFolderProblem, type ReadTables, type RegistryLocation, replaceFile } from './read-registry.ts'
import { RegistryFiles, readTableText } from './registry-files.ts'

export type Cells = Readonly<Record<string, string | undefined>>

export interface TableEdit {
  /** The file in the operator's folder. */
  readonly table: string
  /** All columns, for a table that does not exist yet. */
  readonly columns: readonly string[]
  /** Rows with the same cells in these columns are one entry. */
  readonly key: readonly string[]
  /** Added, or put in the place of the entry with the same key. A function is called while no other process changes tables. */
  readonly put: readonly Cells[] | (() => readonly Cells[])
}

interface EditOptions {
  /** Reads every table that the change may affect. */
  readonly readTables: ReadTables<unknown>
  /** Large tables whose entries are valid or not whatever else there is: those of the program need not be read again. */
  readonly independentTables?: ReadonlySet<string>
  /** Resolves when no other process has the lock of this file; with nothing if one keeps it. */
  readonly lockFile: (path: string) => Promise<Disposable | undefined>
}

export interface ChangedEntries {
  readonly added: number
  /** Entries that were there before, with the same key. */
  readonly replaced: number
}

/** Throws `ConfigurationError` and changes nothing if the result is invalid. */
export async function editTable(
  location: RegistryLocation,
  edit: TableEdit,
  options: EditOptions,
): Promise<ChangedEntries> {
  const { operatorFolder } = location
  const missing = missingFolderProblem(location)
  if (missing !== undefined) throw new ConfigurationError([missing])
  mkdirSync(operatorFolder, { recursive: true })
  using lock = await options.lockFile(join(operatorFolder, '.lock'))
  if (lock === undefined) throw new ConfigurationError([`another process is changing ${operatorFolder}`])
  const path = join(operatorFolder, edit.table)
  const put = typeof edit.put === 'function' ? edit.put() : edit.put
  const { text, changed } = applyEdit(readTable(path), { ...edit, put })
  if (changed.added + changed.replaced === 0) return changed
  checkEdited(location, edit.table, text, options)
  replaceFile(path, text)
  return changed
}

function readTable(path: string): string {
  const read = readTableText(path)
  if ('problem' in read) throw new ConfigurationError([`${path}: ${read.problem}`])
  return read.text ?? ''
}

/** Comments and unknown lines stay as they are. */
function applyEdit(
  text: string,
  { columns, key, put }: TableEdit & { readonly put: readonly Cells[] },
): { readonly text: string; readonly changed: ChangedEntries } {
  const content = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  const lines = content === '' ? [] : content.split(/\r?\n/)
  const headerAt = lines.findIndex((line) => line !== '' && !line.startsWith('#'))
  const known = headerAt === -1 ? [] : (lines[headerAt] ?? '').split('\t')
  const used = columns.filter((column) => put.some((cells) => cells[column] !== undefined))
  const header = [...known, ...used.filter((column) => !known.includes(column))]
  if (headerAt === -1) lines.push(header.join('\t'))
  else lines[headerAt] = header.join('\t')
  const entryLines = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    if (at <= headerAt || line === '' || line.startsWith('#')) continue
    const texts = line.split('\t')
    entryLines.set(keyOf(Object.fromEntries(header.map((name, column) => [name, texts[column]])), key), at)
  }
  let added = 0
  for (const cells of put) {
    const line = header.map((name) => (cells[name] ?? '').replaceAll(/[\t\r\n]+/g, ' ')).join('\t')
    if (line.startsWith('#')) throw new ConfigurationError([commentProblem(header[0], line)])
    const at = entryLines.get(keyOf(cells, key))
    if (at !== undefined) lines[at] = line
    else {
      entryLines.set(keyOf(cells, key), lines.push(line) - 1)
      added += 1
    }
  }
  return { text: `${lines.join('\n')}\n`, changed: { added, replaced: put.length - added } }
}

/** As a comment, an entry would be silently dropped. */
function commentProblem(column: string | undefined, line: string): string {
  const [cell = ''] = line.split('\t')
  return `${column} ${JSON.stringify(cell.slice(0, 60))} must not begin with #: the line would be a comment`
}

function keyOf(cells: Cells, key: readonly string[]): string {
  return key.map((name) => (cells[name] ?? '').toLowerCase()).join('\t')
}

/** Reads the tables as they would be. */
function checkEdited(
  { operatorFolder, shippedFolder }: RegistryLocation,
  table: string,
  text: string,
  { readTables, independentTables }: EditOptions,
): void {
  const edited = new Map([[table, text]])
  const files = new RegistryFiles(operatorFolder, shippedFolder, edited, independentTables)
  readTables(files, readDecisions(files))
  files.assertValid()
}
