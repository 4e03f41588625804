/** What products that run a scan share: the request from a body, and rows from the response. */

import type { Fields } from '../gateway/fields.ts'
import type { Json } from '../gateway/json-guards.ts'
import { type ScanBody, validateScanBody } from '../scanner/scan-body.ts'
import type { Scan } from '../scanner/scan-response.ts'
import { type ProductResult, toPage } from './product.ts'

export interface ScanRequest {
  readonly body: ScanBody & Required<Pick<ScanBody, 'columns'>>
  readonly limit: number
  readonly offset: number
}

interface BodyLimits {
  readonly columnsMax: number
  readonly rowsMax: number
  readonly defaultRows: number
  readonly defaultColumns: string[]
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

/** Each row has the symbol, then `fixed`, then one member per column. Columns without a field keep their name and value. */
export function toScanResult(
  { total, columns, rows, skippedRows }: Scan,
  { body, limit, offset }: ScanRequest,
  { fields = {}, fixed = {} }: { fields?: Fields; fixed?: Json } = {},
): ProductResult {
  const named = new Map(Object.entries(fields).map(([name, field]) => [field.from, { name, ...field }]))
  const nameOf = (column: string) => named.get(column)?.name ?? column
  const members = columns.map((column) => ({ name: nameOf(column), convert: named.get(column)?.convert }))
  return {
    rows: rows.map(({ symbol, cells }) => {
      const row: Record<string, unknown> = { symbol, ...fixed }
      for (const [at, { name, convert }] of members.entries()) {
        const cell = cells[at] ?? null
        row[name] = convert ? convert(cell, {}) : cell
      }
      return row
    }),
    page: toPage(rows.length, { limit, offset, total, skippedRows }),
    skippedRows,
    columns: ['symbol', ...Object.keys(fixed), ...body.columns.map(nameOf)],
  }
}
