/** Rows of a server as a table that fits the terminal, as JSON or as CSV. */

import type { Command } from 'commander'
import { toCsv } from '../../core/text/csv.ts'
import type { CommandContext } from '../command-context.ts'
import { usageError } from '../exit.ts'
import { type Cell, toTable } from '../terminal/table.ts'
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
  if (json) terminal.foreign(JSON.stringify(rows, undefined, 2))
  else if (csv) terminal.foreign(toCsvRows(rows, columns).trimEnd())
  else terminal.data(toLines(terminal, rows, columns))
  if (rows.length === 0) terminal.note('Nothing found.')
}

function toCsvRows<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const records = rows.map((row) =>
    Object.fromEntries(Object.entries(columns).map(([heading, read]) => [heading, toCell(read(row))])),
  )
  return toCsv(
    records.map((record) => JSON.stringify(record)),
    Object.keys(columns),
  )
}

function toLines<Row>({ width, bold }: Terminal, rows: readonly Row[], columns: Columns<Row>): string {
  const headings = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((read) => toCell(read(row))))
  const [first = '', ...others] = toTable(headings, cells, width).split('\n')
  return [bold(first), ...others].join('\n')
}

/** A number stays one: in CSV, text that starts with a sign is neutralised. */
function toCell(value: unknown): Cell {
  if (value === undefined || value === null || typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}
