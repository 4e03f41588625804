/** Parses CSV (RFC 4180) with a header into cells by column, for import into a table. */

import { ConfigurationError } from '../core/errors.ts'

const rowsMax = 500_000
/** No table has as many. Every row has a cell for each column, so a wide header would make a small file huge. */
const columnsMax = 100

/** Also separated by semicolons or tabs, as spreadsheets write it; the header decides. */
export function parseCsv(text: string): Record<string, string>[] {
  const content = text.replace(/^\uFEFF?[\r\n]*/, '')
  const [firstLine = ''] = content.split('\n', 1)
  const separator = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  const [header, ...rows] = splitRows(content, separator).filter((cells) => cells.some((cell) => cell !== ''))
  if (header === undefined) throw new ConfigurationError(['the file is empty'])
  const names = header.map((name) => name.trim())
  assertValid(names, rows)
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

/** What belongs to no column, or to a column that occurs twice, would be lost without a word. */
function assertValid(names: readonly string[], rows: readonly (readonly string[])[]): void {
  if (names.length > columnsMax)
    throw new ConfigurationError([`the header has ${names.length} columns; at most ${columnsMax}`])
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new ConfigurationError([`column ${quote(name)} occurs twice`])
    seen.add(name)
  }
  const long = rows.find((cells) => cells.slice(names.length).some((cell) => cell !== ''))
  if (long === undefined) return
  const [first = ''] = long
  throw new ConfigurationError([
    `the row ${quote(first)} has ${long.length} cells under ${names.length} columns; quote cells that contain the separator`,
  ])
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    if (rows.length > rowsMax) throw new ConfigurationError([`the file has more than ${rowsMax} rows`])
    const { cell, end } = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator)
    cells.push(cell)
    at = end
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      cells.push('')
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    rows.push(cells)
    cells = []
  }
  return rows
}

/** A quote within the cell is written twice. */
function readQuoted(text: string, start: number, separator: string): { cell: string; end: number } {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new ConfigurationError(['a quoted cell does not end'])
    cell += text.slice(from, quote)
    // What follows the closing quote does not belong to any cell.
    if (text[quote + 1] !== '"') return { cell, end: readPlain(text, quote + 1, separator).end }
    cell += '"'
    from = quote + 2
  }
}

function readPlain(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}
