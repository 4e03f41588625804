/** Reads the two forms of a scan's answer into rows of named cells. */

import { asArray, asObject, changed } from '../reading.ts'

export interface Scan {
  readonly total: number
  readonly rows: readonly { readonly symbol: string; readonly cells: Readonly<Record<string, unknown>> }[]
  /** When the provider looked, where it says so. */
  readonly time?: string
}

/** `{totalCount, data: [{s, d}]}`, the cells in the order of the columns asked for. */
export function readScan(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, data } = asObject(json)
  if (typeof totalCount !== 'number') throw changed('a scan without a count')
  return { total: totalCount, rows: asArray(data ?? []).map((row) => toRow(row, 'd', columns)) }
}

/** `{totalCount, fields, symbols: [{s, f}]}`; where nothing matches there is no `symbols`. */
export function readScan2(json: unknown, columns: readonly string[]): Scan {
  const { totalCount, fields, symbols, time } = asObject(json)
  if (typeof totalCount !== 'number') throw changed('a scan without a count')
  const names = fields === undefined ? columns : asArray(fields).map(String)
  return {
    total: totalCount,
    rows: asArray(symbols ?? []).map((row) => toRow(row, 'f', names)),
    ...(typeof time === 'string' ? { time } : {}),
  }
}

function toRow(row: unknown, key: 'd' | 'f', columns: readonly string[]): Scan['rows'][number] {
  const { s, [key]: cells } = asObject(row)
  if (typeof s !== 'string') throw changed('a row without a symbol')
  const values = asArray(cells ?? [])
  const named: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) named[column] = values[index] ?? null
  return { symbol: s, cells: named }
}
