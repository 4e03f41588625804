/** Reads the tables of the registry: those of the program, and those of the operator, whose entries come on top. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../core/errors.ts'
import { type Columns, parseTable, type TableRow } from './parse-table.ts'

/** The tables that come with the program. */
export const shippedFolder = fileURLToPath(new URL('../../registry/', import.meta.url))

const fileBytesMax = 64 * 1024 * 1024
const problemsMax = 100

export interface RegistryRow<Name extends string> extends TableRow<Name> {
  /** For problems. */
  readonly file: string
  /** Whether the operator has added it. */
  readonly isAdded: boolean
}

export class RegistryFiles {
  readonly #operatorFolder: string | undefined
  readonly #shippedFolder: string
  readonly #edited: ReadonlyMap<string, string>
  readonly #withoutShipped: ReadonlySet<string>
  readonly #problems: string[] = []
  /** The operator's tables that were read, by name; undefined where there is none. */
  readonly operatorTexts = new Map<string, string | undefined>()

  /**
   * `edited`: texts of the operator's tables, by name, in place of those in the folder. `withoutShipped`: tables of which
   * only the operator's entries are read.
   */
  constructor(
    operatorFolder?: string,
    shipped = shippedFolder,
    edited: ReadonlyMap<string, string> = new Map(),
    withoutShipped: ReadonlySet<string> = new Set(),
  ) {
    this.#operatorFolder = operatorFolder
    this.#shippedFolder = shipped
    this.#edited = edited
    this.#withoutShipped = withoutShipped
  }

  /** All rows of a table, those of the operator last. */
  rows<Name extends string>(name: string, columns: Columns<Name>): RegistryRow<Name>[] {
    return [...this.shippedRows(name, columns), ...this.operatorRows(name, columns)]
  }

  shippedRows<Name extends string>(name: string, columns: Columns<Name>): RegistryRow<Name>[] {
    const isShipped = !this.#withoutShipped.has(name)
    const text = isShipped ? this.#readText(join(this.#shippedFolder, name), name) : undefined
    return this.#parse(text, name, false, columns)
  }

  operatorRows<Name extends string>(name: string, columns: Columns<Name>): RegistryRow<Name>[] {
    if (this.#operatorFolder === undefined) return []
    const path = join(this.#operatorFolder, name)
    const text = this.#edited.get(name) ?? this.#readText(path, path)
    this.operatorTexts.set(name, text)
    return this.#parse(text, path, true, columns)
  }

  /** By id. An entry of the operator replaces one of the program; an id that occurs twice in a file is a problem. */
  entries<Name extends string>(
    name: string,
    columns: Columns<Name>,
    idOf: (cells: RegistryRow<Name>['cells']) => string,
  ): ReadonlyMap<string, RegistryRow<Name>> {
    const entries = new Map<string, RegistryRow<Name>>()
    for (const row of this.rows(name, columns)) {
      const id = idOf(row.cells)
      const known = entries.get(id)
      if (known?.file === row.file) this.report(row, `${id} is already on line ${known.line}`)
      else entries.set(id, row)
    }
    return entries
  }

  /** For what only the reader of a table can know. */
  report({ file, line }: Pick<RegistryRow<never>, 'file' | 'line'>, problem: string): void {
    this.#problems.push(`${file}:${line}: ${problem}`)
  }

  /** Throws one `ConfigurationError` with every problem. Call it before anything that was read is used. */
  assertValid(): void {
    const { length } = this.#problems
    if (length === 0) return
    const shown = this.#problems.slice(0, problemsMax)
    throw new ConfigurationError(
      length > problemsMax ? [...shown, `and ${length - problemsMax} more`] : shown,
    )
  }

  #parse<Name extends string>(
    text: string | undefined,
    file: string,
    isAdded: boolean,
    columns: Columns<Name>,
  ): RegistryRow<Name>[] {
    if (text === undefined) return []
    const { rows, problems } = parseTable(text, columns)
    for (const { line, problem } of problems) this.report({ file, line }, problem)
    return rows.map(({ line, cells }) => ({ line, cells, file, isAdded }))
  }

  /** Undefined if there is no such file, or if it cannot be read. */
  #readText(path: string, file: string): string | undefined {
    const read = readTableText(path)
    if ('text' in read) return read.text
    this.#problems.push(`${file}: ${read.problem}`)
    return undefined
  }
}

/** The text is undefined if there is no such file. */
export function readTableText(
  path: string,
): { readonly text: string | undefined } | { readonly problem: string } {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { text: undefined }
    // To read a pipe or a device may take forever.
    if (!stat.isFile()) return { problem: 'is not a file' }
    if (stat.size > fileBytesMax) return { problem: `has ${stat.size} bytes; at most ${fileBytesMax}` }
    return { text: decodeUtf8(readFileSync(path)) }
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    return { problem: thrown instanceof UnreadableTable ? thrown.message : `cannot be read (${code})` }
  }
}

class UnreadableTable extends Error {}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new UnreadableTable('is not UTF-8', { cause })
  }
}
