/** Parses CSV (RFC 4180) with a header into cells by column, for import into a table. */

import { ConfigurationError } from '../core/errors.ts'

const rowsMax = 500_000

/** Also separated by semicolons or tabs, as spreadsheets write it; the header decides. */
export function parseCsv(text: string): Record<string, string>[] {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text
  const [firstLine = ''] = content.split('\n', 1)
  const separator = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  const [header, ...rows] = splitRows(content, separator)
  if (header === undefined) throw new ConfigurationError(['the file is empty'])
  const names = header.map((name) => name.trim())
  return rows
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

function splitRows(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let at = 0
  while (at < text.length) {
    if (rows.length > rowsMax) throw new ConfigurationError([`the file has more than ${rowsMax} rows`])
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
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
function readQuoted(text: string, start: number): { cell: string; end: number } {
  let cell = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) throw new ConfigurationError(['a quoted cell does not end'])
    cell += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { cell, end: skipToSeparator(text, quote + 1) }
    cell += '"'
    from = quote + 2
  }
}

/** What follows the closing quote does not belong to any cell. */
function skipToSeparator(text: string, start: number): number {
  let end = start
  while (end < text.length && !',;\t\r\n'.includes(text[end] ?? '')) end += 1
  return end
}

function readPlain(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
}
