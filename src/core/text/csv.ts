/** Rows as CSV (RFC 4180) that is safe to open in a spreadsheet. */

import { stringify } from 'csv-stringify/sync'

/** One column per field; nested values are JSON. `hasHeader`: false for rows that continue others. */
export function toCsv(
  rows: readonly string[],
  columns: readonly string[],
  { hasHeader }: { readonly hasHeader: boolean } = { hasHeader: true },
): string {
  const cells = rows.map((row) => {
    const record = JSON.parse(row) as Record<string, unknown>
    return columns.map((column) => toCell(record[column]))
  })
  // By default the library quotes only the line break that it writes.
  return stringify(hasHeader ? [[...columns], ...cells] : cells, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
  })
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return neutralizeFormula(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What spreadsheets skip, and the signs that start a formula, in every width. */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b])/u

/** Text that a spreadsheet would run as a formula gets a leading quote; numbers are unchanged. */
function neutralizeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}
