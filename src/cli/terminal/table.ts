/** Rows as aligned columns of text. */

import { printable } from '../../core/text/printable.ts'

export type Cell = string | number | null | undefined

/** By heading: a field of a row, or what is shown of it. */
export type Columns<Row> = Readonly<Record<string, (keyof Row & string) | ((row: Row) => unknown)>>

export function tableOf<Row>(rows: readonly Row[], columns: Columns<Row>, widthMax?: number): string {
  return toTable(
    Object.keys(columns),
    rows.map((row) => cellsOf(row, columns)),
    widthMax,
  )
}

export function cellsOf<Row>(row: Row, columns: Columns<Row>): Cell[] {
  return Object.values(columns).map((column) =>
    toCell(typeof column === 'function' ? column(row) : row[column]),
  )
}

/** A number stays one: in CSV, text that starts with a sign is neutralised. */
function toCell(value: unknown): Cell {
  if (value === undefined || value === null || typeof value === 'number') return value
  return Array.isArray(value) ? value.join(' ') : String(value)
}

const columnMin = 6

/** `widthMax`: that of the terminal; the widest columns are cut to fit it; the last one, often an id, only when all others are short. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  widthMax = Number.POSITIVE_INFINITY,
): string {
  const clean = rows.map((row) => row.map((cell) => printable(String(cell ?? ''))))
  const natural = headings.map((heading, column) =>
    // Not as arguments: there may be too many rows.
    clean.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), heading.length),
  )
  const widths = fitWidths(natural, widthMax)
  return [headings, ...clean]
    .map((row) =>
      row
        .map((cell, column) => cut(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1).toWellFormed()}…` : text
}

/** With two spaces between columns. */
function fitWidths(natural: readonly number[], widthMax: number): readonly number[] {
  const widths = [...natural]
  let total = widths.reduce((sum, width) => sum + width + 2, -2)
  while (total > widthMax) {
    const others = widths.slice(0, -1)
    const widestOther = others.indexOf(Math.max(...others))
    const isShort = (others[widestOther] ?? 0) <= columnMin
    const widest = isShort ? widths.length - 1 : widestOther
    const width = widths[widest] as number
    if (width <= columnMin) break
    widths[widest] = width - 1
    total -= 1
  }
  return widths
}
