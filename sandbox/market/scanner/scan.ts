/** Runs a scan over a table: filters, sorts and cuts its rows. */

import { type Column, cellOf, emptyColumn, type ScanTable } from './columns/column.ts'
import { compileAll, compileTree, type FilterContext } from './filter.ts'
import { ScanError } from './scan-error.ts'
import type { ScanRequest } from './scan-request.ts'
import { shuffleRows, sortRows } from './sort.ts'

export interface ScanInput {
  readonly table: ScanTable
  /** In ascending order. */
  readonly rows: readonly number[]
  readonly nowMs: number
  /** Determines the order of rows that are not sorted. */
  readonly orderKey: number
  /** Whether any of the scanned markets has the column. */
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

/** The cells of a row, in the order of the requested columns. */
export function cellsOf({ columns }: ScanResult, row: number): unknown[] {
  return columns.map((column) => cellOf(column, row))
}

function outputColumn(name: string, { ignoreUnknownFields }: ScanRequest, input: ScanInput): Column {
  if (input.hasColumn(name)) return input.table.column(name) ?? emptyColumn
  if (ignoreUnknownFields) return emptyColumn
  throw new ScanError(`Unknown field "${name}"`)
}

/** Unknown columns in filters and in the sort order are reported with status 200 and without data. */
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
    before: (name) => input.table.column(previousBarName(name)) ?? emptyColumn,
  }
}

/** `RSI|60` one bar earlier is `RSI[1]|60`. */
function previousBarName(name: string): string {
  const [field = '', timeframe] = name.split('|')
  return `${field}[1]${timeframe === undefined ? '' : `|${timeframe}`}`
}
