/** Rows as aligned columns of text. */

import { printable } from '../../core/text/printable.ts'

export type Cell = string | number | null | undefined

export function toTable(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const clean = rows.map((row) => row.map((cell) => printable(String(cell ?? ''))))
  const widths = headings.map((heading, column) =>
    // Not as arguments: there may be too many rows.
    clean.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), heading.length),
  )
  return [headings, ...clean]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
