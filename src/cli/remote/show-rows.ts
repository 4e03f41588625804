/** Rows of a server as a table that fits the terminal, as JSON or as CSV. */

import type { Command } from 'commander'
import { stringify } from 'csv-stringify/sync'
import type { CommandContext } from '../command-context.ts'
import { usageError } from '../exit.ts'
import { toTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface RowFlags {
  readonly json?: boolean
  readonly csv?: boolean
}

/** A column: its heading, and what it shows of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>

export function withRowFlags(command: Command): Command {
  return command.option('--json', 'Print JSON.').option('--csv', 'Print CSV.')
}

export function showRows<Row>(
  { terminal }: Pick<CommandContext, 'terminal'>,
  rows: readonly Row[],
  { json, csv }: RowFlags,
  columns: Columns<Row>,
): void {
  if (json && csv) throw usageError(['--json and --csv exclude each other'])
  terminal.data(json ? JSON.stringify(rows, undefined, 2) : toLines(terminal, rows, columns, csv ?? false))
  if (rows.length === 0) terminal.note('Nothing found.')
}

function toLines<Row>(
  { width, bold }: Terminal,
  rows: readonly Row[],
  columns: Columns<Row>,
  isCsv: boolean,
): string {
  const headings = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((toCell) => toText(toCell(row))))
  if (isCsv) return stringify([headings, ...cells], { escape_formulas: true }).trimEnd()
  const [first = '', ...others] = toTable(headings, cells, width).split('\n')
  return [bold(first), ...others].join('\n')
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}
