/** Parses the two response formats of a scan into rows of cells. */

import { requireArray, requireObject, upstreamChanged } from '../gateway/json-guards.ts'
import { usableRows } from '../gateway/usable-rows.ts'

export interface Scan {
  readonly total: number
  /** Names of the cells, in order. */
  readonly columns: readonly string[]
  readonly rows: readonly ScanRow[]
  /** Rows in an unexpected format, which were left out. */
  readonly skippedRows: number
}

interface ScanRow {
  readonly symbol: string
  readonly cells: readonly unknown[]
}

/** `{totalCount, data: [{s, d}]}`, with cells in the order of the requested columns. */
export function toScan(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, data } = requireObject(json)
  if (typeof totalCount !== 'number') throw upstreamChanged('a scan without a count')
  return { total: totalCount, columns, ...usableRows(requireArray(data ?? []), (row) => toRow(row, 'd')) }
}

/** `{totalCount, fields, symbols: [{s, f}]}`, without `symbols` if nothing matches. */
export function toScan2(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, fields, symbols } = requireObject(json)
  if (typeof totalCount !== 'number') throw upstreamChanged('a scan without a count')
  return {
    total: totalCount,
    columns: fields === undefined ? columns : requireArray(fields).map(requireName),
    ...usableRows(requireArray(symbols ?? []), (row) => toRow(row, 'f')),
  }
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
