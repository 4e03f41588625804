/** Parses a table of the registry: a header with the names of the columns, then one entry per line, cells between tabs. */

/** What a cell may hold. An empty cell has no value. */
export interface Column {
  readonly isRequired?: boolean
  isValid?(text: string): boolean
  /** For the problem: `must be …`. */
  readonly mustBe?: string
}

export type Columns<Name extends string> = Readonly<Record<Name, Column>>

export interface TableRow<Name extends string> {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Name, string>>>
}

export interface TableProblem {
  readonly line: number
  readonly problem: string
}

export interface ParsedTable<Name extends string> {
  readonly rows: readonly TableRow<Name>[]
  readonly problems: readonly TableProblem[]
}

const lineCharactersMax = 16_384
const rowsMax = 500_000
/** More than anyone reads: a file that is no table has a problem on each of millions of lines. */
const problemsMax = 1000

/** Reports every problem, up to a thousand; rows with a problem are left out. Lines that begin with `#` are comments. */
export function parseTable<Name extends string>(text: string, columns: Columns<Name>): ParsedTable<Name> {
  const rows: TableRow<Name>[] = []
  const problems: TableProblem[] = []
  let header: readonly HeaderColumn<Name>[] | undefined
  // Not split into lines at once: a table may be large.
  let start = text.startsWith('\uFEFF') ? 1 : 0
  for (let line = 1; start < text.length; line += 1) {
    if (problems.length >= problemsMax) {
      problems.push({ line, problem: 'was not read: there are too many problems above' })
      break
    }
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const content = text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
    if (content.length > lineCharactersMax) {
      problems.push({ line, problem: `has ${content.length} characters; at most ${lineCharactersMax}` })
      continue
    }
    if (content === '' || content.startsWith('#')) continue
    if (header === undefined) {
      const names = content.split('\t') as Name[]
      const headerProblems = findHeaderProblems(names, columns)
      problems.push(...headerProblems.map((problem) => ({ line, problem })))
      // Cells under the wrong heading would each be a problem.
      if (headerProblems.length > 0) return { rows, problems }
      header = names.map((name) => ({ name, column: columns[name] }))
      continue
    }
    if (rows.length === rowsMax) {
      problems.push({ line, problem: `has more than ${rowsMax} entries` })
      break
    }
    const row = parseRow(line, content.split('\t'), header, problems)
    if (row !== undefined) rows.push(row)
  }
  if (header === undefined && problems.length === 0)
    problems.push({ line: 1, problem: `the header is missing: ${Object.keys(columns).join(', ')}` })
  return { rows, problems }
}

interface HeaderColumn<Name extends string> {
  readonly name: Name
  readonly column: Column
}

function findHeaderProblems(header: readonly string[], columns: Columns<string>): string[] {
  return [
    ...header.filter((name) => !Object.hasOwn(columns, name)).map((name) => `unknown column ${quote(name)}`),
    ...header
      .filter((name, at) => header.indexOf(name) !== at)
      .map((name) => `column ${quote(name)} occurs twice`),
    ...Object.entries(columns)
      .filter(([name, { isRequired }]) => isRequired && !header.includes(name))
      .map(([name]) => `column ${quote(name)} is missing`),
  ]
}

function parseRow<Name extends string>(
  line: number,
  texts: readonly string[],
  header: readonly HeaderColumn<Name>[],
  problems: TableProblem[],
): TableRow<Name> | undefined {
  const before = problems.length
  const cells: Partial<Record<Name, string>> = {}
  if (texts.length > header.length)
    problems.push({ line, problem: `has ${texts.length} cells under ${header.length} columns` })
  let at = 0
  for (const { name, column } of header) {
    const text = texts[at++] ?? ''
    if (text === '') {
      if (column.isRequired) problems.push({ line, problem: `${name} is missing` })
      continue
    }
    if (column.isValid !== undefined && !column.isValid(text))
      problems.push({ line, problem: `${name} ${quote(text)} must be ${column.mustBe}` })
    cells[name] = text
  }
  return problems.length === before ? { line, cells } : undefined
}

const quotedCharactersMax = 60

function quote(text: string): string {
  return JSON.stringify(text.length > quotedCharactersMax ? `${text.slice(0, quotedCharactersMax)}…` : text)
}
