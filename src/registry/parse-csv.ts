/** Parses CSV (RFC 4180) with a header into cells by column. */

import { ConfigurationError } from '../core/errors.ts'

const rowsMax = 500_000
/** No table has as many. Every row has a cell for each column, so a wide header would make a small file huge. */
const columnsMax = 100

type Row = Record<string, string>

/** For import into a table: throws `ConfigurationError` for a malformed row. */
export function parseCsv(text: string): Row[] {
  return parse(text, (problem) => {
    throw new ConfigurationError([problem])
  })
}

export interface ForeignRows {
  readonly rows: readonly Row[]
  /** Rows that were left out. */
  readonly malformed: number
}

/** For files of others, who do not correct a row for us. Throws `ConfigurationError` only for the file as a whole. */
export function parseForeignCsv(text: string): ForeignRows {
  let malformed = 0
  const rows = parse(text, () => {
    malformed += 1
  })
  return { rows, malformed }
}

/** Called for a malformed row, which is left out if it returns. */
type OnMalformed = (problem: string) => void

/** Also separated by semicolons or tabs, as spreadsheets write it; the header decides. */
function parse(text: string, onMalformed: OnMalformed): Row[] {
  const content = text.replace(/^\uFEFF?[\r\n]*/, '')
  const [firstLine = ''] = content.split('\n', 1)
  const separator = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  const [header, ...rows] = splitRows(content, separator, onMalformed).filter((cells) =>
    cells.some((cell) => cell !== ''),
  )
  if (header === undefined) throw new ConfigurationError(['the file is empty'])
  const names = header.map((name) => name.trim())
  assertValidHeader(names)
  return rows
    .filter((cells) => hasColumns(cells, names, onMalformed))
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

/** What belongs to a column that occurs twice would be lost without a word. */
function assertValidHeader(names: readonly string[]): void {
  if (names.length > columnsMax)
    throw new ConfigurationError([`the header has ${names.length} columns; at most ${columnsMax}`])
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new ConfigurationError([`column ${quote(name)} occurs twice`])
    seen.add(name)
  }
}

/** What belongs to no column would be lost without a word. */
function hasColumns(cells: readonly string[], names: readonly string[], onMalformed: OnMalformed): boolean {
  if (!cells.slice(names.length).some((cell) => cell !== '')) return true
  const [first = ''] = cells
  onMalformed(
    `the row ${quote(first)} has ${cells.length} cells under ${names.length} columns; quote cells that contain the separator`,
  )
  return false
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

function splitRows(text: string, separator: string, onMalformed: OnMalformed): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    if (rows.length > rowsMax) throw new ConfigurationError([`the file has more than ${rowsMax} rows`])
    const read = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator)
    if (read === undefined) {
      onMalformed('a quoted cell does not end')
      // Happens once at most: no quote after it is single, so none can begin another such cell.
      const lineEnd = text.indexOf('\n', at)
      at = lineEnd === -1 ? text.length : lineEnd + 1
      cells = []
      continue
    }
    cells.push(read.cell)
    at = read.end
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

interface ReadCell {
  readonly cell: string
  readonly end: number
}

/** A quote within the cell is written twice. Undefined if the cell does not end. */
function readQuoted(text: string, start: number, separator: string): ReadCell | undefined {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    cell += text.slice(from, quote)
    // What follows the closing quote does not belong to any cell.
    if (text[quote + 1] !== '"') return { cell, end: readPlain(text, quote + 1, separator).end }
    cell += '"'
    from = quote + 2
  }
}

function readPlain(text: string, start: number, separator: string): ReadCell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}
