/** Reads the two forms of a scan's answer into rows of cells. */

import { requireArray, requireObject, upstreamChanged } from '../gateway/json-guards.ts'

export interface Scan {
  readonly total: number
  /** What the cells are called, in their order. */
  readonly columns: readonly string[]
  readonly rows: readonly ScanRow[]
}

interface ScanRow {
  readonly symbol: string
  readonly cells: readonly unknown[]
}

/** `{totalCount, data: [{s, d}]}`, the cells in the order of the columns asked for. */
export function toScan(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, data } = requireObject(json)
  if (typeof totalCount !== 'number') throw upstreamChanged('a scan without a count')
  return { total: totalCount, columns, rows: requireArray(data ?? []).map((row) => toRow(row, 'd')) }
}

/** `{totalCount, fields, symbols: [{s, f}]}`; where nothing matches there is no `symbols`. */
export function toScan2(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, fields, symbols } = requireObject(json)
  if (typeof totalCount !== 'number') throw upstreamChanged('a scan without a count')
  return {
    total: totalCount,
    columns: fields === undefined ? columns : requireArray(fields).map(requireName),
    rows: requireArray(symbols ?? []).map((row) => toRow(row, 'f')),
  }
}

/** Adds every cell under the name of its column. To `row` itself: a copy of each row would cost as much as reading it. */
export function addCells(
  row: Record<string, unknown>,
  columns: readonly string[],
  cells: readonly unknown[],
): Record<string, unknown> {
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = cells[index] ?? null
  return row
}

function requireName(field: unknown): string {
  if (typeof field === 'string') return field
  throw upstreamChanged('a column without a name')
}

function toRow(row: unknown, key: 'd' | 'f'): ScanRow {
  const { s, [key]: cells } = requireObject(row)
  if (typeof s !== 'string') throw upstreamChanged('a row without a symbol')
  return { symbol: s, cells: requireArray(cells ?? []) }
}
