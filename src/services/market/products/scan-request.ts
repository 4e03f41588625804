/** What products that run a scan share: the request from a body, and rows from the response. */

import { type ScanBody, validateScanBody } from '../scanner/scan-body.ts'
import type { Scan } from '../scanner/scan-response.ts'
import { type ColumnTable, findColumn } from './column-table.ts'
import { type ProductResult, toPage } from './product.ts'

export interface ScanRequest {
  readonly body: ScanBody & { readonly columns: readonly string[] }
  readonly limit: number
  readonly offset: number
}

interface BodyLimits {
  readonly columnsMax: number
  readonly rowsMax: number
  readonly defaultRows: number
  readonly defaultColumns: readonly string[]
}

export function scanFromBody(body: ScanBody, limits: BodyLimits): ScanRequest {
  validateScanBody(body, limits)
  const [from, to] = body.range ?? [0, limits.defaultRows]
  return {
    limit: Math.max(1, to - from),
    offset: from,
    body: { ...body, columns: body.columns ?? limits.defaultColumns, range: [from, to] },
  }
}

/** Each row has the symbol, then `fixed`, then one member per column. Columns outside `table` keep their name and value. */
export function toScanResult(
  { total, columns, rows, skippedRows }: Scan,
  { body, limit, offset }: ScanRequest,
  { table = {}, fixed = {} }: { table?: ColumnTable; fixed?: Readonly<Record<string, unknown>> } = {},
): ProductResult {
  const names = columns.map((column) => findColumn(table, column)?.name ?? column)
  const conversions = columns.map((column) => findColumn(table, column)?.convert)
  return {
    rows: rows.map(({ symbol, cells }) => {
      const row: Record<string, unknown> = { symbol, ...fixed }
      for (let index = 0; index < names.length; index++) {
        const cell = cells[index] ?? null
        const convert = conversions[index]
        row[names[index] as string] = convert ? convert(cell) : cell
      }
      return row
    }),
    page: toPage(rows.length, { limit, offset, total, skippedRows }),
    skippedRows,
    columns: [
      'symbol',
      ...Object.keys(fixed),
      ...body.columns.map((column) => findColumn(table, column)?.name ?? column),
    ],
  }
}
