/** Runs a checked request over a table: which rows, in which order, which of them, with which cells. */

import { type Column, cellOf, emptyColumn, type ScanTable } from './column.ts'
import { compileAll, compileTree, type FilterContext } from './filter.ts'
import { ScanError } from './scan-error.ts'
import type { ScanRequest } from './scan-request.ts'
import { shuffleRows, sortRows } from './sort.ts'

export interface ScanInput {
  readonly table: ScanTable
  /** In ascending order. */
  readonly rows: readonly number[]
  readonly nowMs: number
  /** Rows without an order come in one that follows from this. */
  readonly orderKey: number
  /** Whether the markets asked have a column of this name. */
  hasColumn(name: string): boolean
}

export interface ScanResult {
  readonly totalCount: number
  readonly columns: readonly Column[]
  readonly rows: readonly number[]
}

/** Throws `ScanError`. */
export function scan(request: ScanRequest, input: ScanInput): ScanResult {
  const { table } = input
  const columns = request.columns.map((name) => outputColumn(name, request, input))
  const context = filterContext(request, input)
  const tests = compileAll(request.filter, context)
  if (request.filter2 !== undefined) tests.push(compileTree(request.filter2, context))
  const sortColumn = request.sort === undefined ? undefined : context.column(request.sort.sortBy)

  const rows = input.rows.filter((row) => tests.every((test) => test(row)))
  shuffleRows(rows, input.orderKey)
  if (sortColumn !== undefined && request.sort !== undefined) sortRows(rows, sortColumn, request.sort)
  const [from, to] = request.range ?? [0, table.rowCount]
  return { totalCount: rows.length, columns, rows: rows.slice(from, to) }
}

/** Cells of one row, in the order of the columns asked for. */
export function cellsOf({ columns }: ScanResult, row: number): unknown[] {
  return columns.map((column) => cellOf(column, row))
}

function outputColumn(name: string, { ignoreUnknownFields }: ScanRequest, input: ScanInput): Column {
  if (input.hasColumn(name)) return input.table.column(name) ?? emptyColumn
  if (ignoreUnknownFields) return emptyColumn
  throw new ScanError(`Unknown field "${name}"`)
}

/** An unknown name in a filter or as the order is told with 200 and without data, as some callers have seen. */
function filterContext({ ignoreUnknownFields }: ScanRequest, input: ScanInput): FilterContext {
  function column(name: string): Column {
    if (input.hasColumn(name)) return input.table.column(name) ?? emptyColumn
    if (ignoreUnknownFields) return emptyColumn
    throw new ScanError(`Unknown field "${name}"`, { status: 200, hasData: false })
  }
  return {
    nowMs: input.nowMs,
    column,
    isColumn: (name) => input.hasColumn(name),
    before: (name) => input.table.column(beforeName(name)) ?? emptyColumn,
  }
}

/** `RSI|60` one bar before is `RSI[1]|60`. */
function beforeName(name: string): string {
  const [field = '', timeframe] = name.split('|')
  return `${field}[1]${timeframe === undefined ? '' : `|${timeframe}`}`
}
