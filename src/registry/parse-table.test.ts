import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { country, required, text } from './columns.ts'
import { parseTable } from './parse-table.ts'

const columns = { id: required(text), home: country }

function parse(...lines: string[]) {
  const { rows, problems } = parseTable(lines.join('\n'), columns)
  return {
    cells: rows.map((row) => row.cells),
    problems: problems.map(({ line, problem }) => `${line}: ${problem}`),
  }
}

describe('a table of the registry', () => {
  it('has a header, one entry per line, and comments', () => {
    const { cells, problems } = parse('# boards', 'id\thome', 'acme\tUS', '', 'beta', '# the end')
    assert.deepEqual(cells, [{ id: 'acme', home: 'US' }, { id: 'beta' }])
    assert.deepEqual(problems, [])
  })

  it('may name its columns in any order, end lines as Windows does, and begin with a mark of UTF-8', () => {
    assert.deepEqual(parse('\uFEFFhome\tid\r', 'US\tacme\r', '').cells, [{ home: 'US', id: 'acme' }])
  })

  it('reports every problem with its line, and leaves out the lines that have one', () => {
    const { cells, problems } = parse('id\thome', '\tUS', 'acme\tUSA', 'beta\tDE\tmore', 'gamma\tFR')
    assert.deepEqual(cells, [{ id: 'gamma', home: 'FR' }])
    assert.deepEqual(problems, [
      '2: id is missing',
      '3: home "USA" must be two capital letters (ISO 3166-1)',
      '4: has 3 cells under 2 columns',
    ])
  })

  it('reports a line of ten megabytes by its length, and reads on', () => {
    const { cells, problems } = parse('id\thome', 'x'.repeat(10 * 1024 * 1024), 'acme\tUS')
    assert.deepEqual(cells, [{ id: 'acme', home: 'US' }])
    assert.deepEqual(problems, ['2: has 10485760 characters; at most 16384'])
  })

  it('is not read on after a thousand problems', () => {
    const { cells, problems } = parse('id\thome', ...Array(100_000).fill('\tUS'), 'acme\tUS')
    assert.deepEqual([cells, problems.length], [[], 1001])
    assert.equal(problems.at(-1), '1002: was not read: there are too many problems above')
  })

  it('is not read under a header that is wrong or missing', () => {
    assert.deepEqual(parse('home\thome\tcity', 'US\tDE\tBonn').problems, [
      '1: unknown column "city"',
      '1: column "home" occurs twice',
      '1: column "id" is missing',
    ])
    assert.deepEqual(parse('').problems, ['1: the header is missing: id, home'])
  })
})
