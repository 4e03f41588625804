/** Parses CSV (RFC 4180) with a header into cells by column. */

import { CsvError, type Options, parse } from 'csv-parse/sync'
import { ConfigurationError } from '../core/errors.ts'

const rowsMax = 500_000
/** No table has as many. Every row has a cell for each column, so a wide header would make a small file huge. */
const columnsMax = 100

type Row = Record<string, string>
type Cells = readonly string[]

/** For import into a table: throws `ConfigurationError` for a malformed row. */
export function parseCsv(text: string): Row[] {
  return toRows(text, readStrictly, (problem) => {
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
  const rows = toRows(text, readTolerantly, () => {
    malformed += 1
  })
  return { rows, malformed }
}

/** Called for a malformed row, which is left out if it returns. */
type OnMalformed = (problem: string) => void
type Read = (text: string, options: Options, onMalformed: OnMalformed) => string[][]

/** Also separated by semicolons or tabs, as spreadsheets write it; the header decides. */
function toRows(text: string, read: Read, onMalformed: OnMalformed): Row[] {
  const content = text.replace(/^\uFEFF?[\r\n]*/, '')
  const [firstLine = ''] = content.split('\n', 1)
  const options: Options = {
    delimiter: [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    to: rowsMax + 2,
  }
  const [header, ...rows] = read(content, options, onMalformed).filter((cells) =>
    cells.some((cell) => cell !== ''),
  )
  if (header === undefined) throw new ConfigurationError(['the file is empty'])
  if (rows.length > rowsMax) throw new ConfigurationError([`the file has more than ${rowsMax} rows`])
  const names = header.map((name) => name.trim())
  assertValidHeader(names)
  return rows
    .filter((cells) => hasColumns(cells, names, onMalformed))
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])))
}

function readStrictly(text: string, options: Options, onMalformed: OnMalformed): string[][] {
  try {
    return parse(text, { ...options, trim: true })
  } catch (thrown) {
    if (thrown instanceof CsvError) onMalformed(thrown.message)
    throw thrown
  }
}

/** A quote that is never closed costs its own line: the lines after it are read as if they had no quotes. */
function readTolerantly(text: string, options: Options, onMalformed: OnMalformed): string[][] {
  let isCut = false
  let linesRead = 0
  const rows: string[][] = parse(text, {
    ...options,
    // With `trim`, text behind a closing quote is an error, after which the parser does not find the next row.
    ltrim: true,
    skip_records_with_error: true,
    on_skip: () => {
      isCut = true
      return undefined
    },
    on_record: (cells, { lines }) => {
      linesRead = lines
      return cells
    },
  })
  if (!isCut) return rows
  onMalformed('a quoted cell does not end')
  const rest: string[][] = parse(text, {
    ...options,
    ltrim: true,
    quote: null,
    from_line: linesRead + 1,
    from: 2,
  })
  return [...rows, ...rest]
}

/** Cells of a column that occurs twice would be silently dropped. */
function assertValidHeader(names: Cells): void {
  if (names.length > columnsMax)
    throw new ConfigurationError([`the header has ${names.length} columns; at most ${columnsMax}`])
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new ConfigurationError([`column ${quote(name)} occurs twice`])
    seen.add(name)
  }
}

/** Cells without a column would be silently dropped. */
function hasColumns(cells: Cells, names: Cells, onMalformed: OnMalformed): boolean {
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
