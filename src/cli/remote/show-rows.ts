/** Rows of a server as a table that fits the terminal, as JSON or as CSV. */

import type { Command } from 'commander'
import { toCsv } from '../../core/text/csv.ts'
import type { CommandContext } from '../command-context.ts'
import { usageError } from '../exit.ts'
import { type Columns, cellsOf, tableOf } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface RowFlags {
  readonly json?: boolean
  readonly csv?: boolean
}

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
  const headings = Object.keys(columns)
  const records = rows.map((row) => {
    const cells = cellsOf(row, columns)
    return JSON.stringify(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]])))
  })
  return toCsv(records, headings)
}

function toLines<Row>({ width, bold }: Terminal, rows: readonly Row[], columns: Columns<Row>): string {
  const [first = '', ...others] = tableOf(rows, columns, width).split('\n')
  return [bold(first), ...others].join('\n')
}
