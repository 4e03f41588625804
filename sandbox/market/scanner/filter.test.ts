import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ScanTable } from './columns/column.ts'
import { cellsOf, type ScanResult, scan } from './scan.ts'
import { ScanError } from './scan-error.ts'
import { parseScanRequest } from './scan-request.ts'

const now = Date.parse('2026-11-13T17:00:00Z')
const seconds = (days: number) => now / 1000 + days * 86_400

const rows = [
  {
    symbol: 'A:ONE',
    name: 'ONE',
    description: 'First Iron',
    price: 10,
    mean: 9,
    before: 8,
    meanBefore: 9,
    specs: ['common'],
    isPrimary: true,
    at: seconds(0),
  },
  {
    symbol: 'A:TWO',
    name: 'TWO',
    description: 'Second Steel',
    price: 20,
    mean: 21,
    before: 22,
    meanBefore: 21,
    specs: ['etf', 'odd'],
    isPrimary: false,
    at: seconds(3),
  },
  {
    symbol: 'B:THREE',
    name: 'THREE',
    description: 'Third iron works',
    price: 30,
    mean: 30,
    before: 30,
    meanBefore: 30,
    specs: [],
    isPrimary: true,
    at: seconds(-20),
  },
  {
    symbol: 'B:FOUR',
    name: 'FOUR',
    description: '',
    price: Number.NaN,
    mean: 5,
    before: 4,
    meanBefore: 5,
    specs: ['common'],
    isPrimary: true,
    at: Number.NaN,
  },
]

type Row = (typeof rows)[number]

function ofRow<Value>(read: (row: Row) => Value): (row: number) => Value {
  return (row) => read(rows[row] as Row)
}

const columns: Readonly<Record<string, Column>> = {
  name: { kind: 'text', at: ofRow(({ name }) => name) },
  description: { kind: 'text', at: ofRow(({ description }) => (description === '' ? null : description)) },
  price: { kind: 'number', at: ofRow(({ price }) => price) },
  'price[1]': { kind: 'number', at: ofRow(({ before }) => before) },
  mean: { kind: 'number', at: ofRow(({ mean }) => mean) },
  'mean[1]': { kind: 'number', at: ofRow(({ meanBefore }) => meanBefore) },
  typespecs: { kind: 'set', at: ofRow(({ specs }) => specs) },
  is_primary: { kind: 'bool', at: ofRow(({ isPrimary }) => isPrimary) },
  due: { kind: 'number', at: ofRow(({ at }) => at) },
  history: { kind: 'other', at: () => [1, 2] },
}

const table: ScanTable = {
  rowCount: rows.length,
  symbol: (row) => rows[row]?.symbol ?? '',
  column: (name) => columns[name],
}

function run(body: unknown): ScanResult {
  return scan(parseScanRequest(JSON.stringify(body)), {
    table,
    rows: [0, 1, 2, 3],
    nowMs: now,
    orderKey: 1,
    hasColumn: (name) => name in columns,
  })
}

function found(left: string, operation: string, right?: unknown): string[] {
  const result = run({ filter: [{ left, operation, right }] })
  return result.rows.map((row) => rows[row]?.name ?? '').sort()
}

describe('filters', () => {
  it('compare numbers; null matches nothing', () => {
    assert.deepEqual(found('price', 'greater', 10), ['THREE', 'TWO'])
    assert.deepEqual(found('price', 'egreater', 10), ['ONE', 'THREE', 'TWO'])
    assert.deepEqual(found('price', 'less', 20), ['ONE'])
    assert.deepEqual(found('price', 'eless', 20), ['ONE', 'TWO'])
    assert.deepEqual(found('price', 'equal', 20), ['TWO'])
    assert.deepEqual(found('price', 'nequal', 20), ['ONE', 'THREE'])
    assert.deepEqual(found('price', 'in_range', [10, 20]), ['ONE', 'TWO'])
    assert.deepEqual(found('price', 'not_in_range', [10, 20]), ['THREE'])
    assert.deepEqual(found('price', 'empty'), ['FOUR'])
    assert.deepEqual(found('price', 'nempty'), ['ONE', 'THREE', 'TWO'])
  })

  it('compare two columns', () => {
    assert.deepEqual(found('price', 'greater', 'mean'), ['ONE'])
    assert.deepEqual(found('price', 'equal', 'mean'), ['THREE'])
    assert.deepEqual(found('price', 'in_range', ['mean', 25]), ['ONE'])
    assert.deepEqual(found('price', 'above%', ['mean', 1.05]), ['ONE'])
    assert.deepEqual(found('price', 'below%', ['mean', 0.97]), ['TWO'])
    assert.deepEqual(found('price', 'in_range%', ['mean', 0.9, 1.05]), ['THREE', 'TWO'])
    assert.deepEqual(found('price', 'not_in_range%', ['mean', 0.9, 1.05]), ['ONE'])
  })

  it('detect crossings', () => {
    assert.deepEqual(found('price', 'crosses', 'mean'), ['ONE', 'TWO'])
    assert.deepEqual(found('price', 'crosses_above', 'mean'), ['ONE'])
    assert.deepEqual(found('price', 'crosses_below', 'mean'), ['TWO'])
    assert.deepEqual(found('price', 'crosses_above', 9), ['ONE'])
  })

  it('compare texts, sets and flags', () => {
    assert.deepEqual(found('name', 'equal', 'TWO'), ['TWO'])
    assert.deepEqual(found('name', 'nequal', 'TWO'), ['FOUR', 'ONE', 'THREE'])
    assert.deepEqual(found('name', 'in_range', ['ONE', 'FOUR']), ['FOUR', 'ONE'])
    assert.deepEqual(found('description', 'match', 'IRON'), ['ONE', 'THREE'])
    assert.deepEqual(found('description', 'match', 'iron$'), ['ONE'])
    assert.deepEqual(found('description', 'nmatch', 'iron'), ['TWO'])
    assert.deepEqual(found('name,description', 'match', 'two'), ['TWO'])
    assert.deepEqual(found('name,description', 'match', 'iron'), ['ONE', 'THREE'])
    assert.deepEqual(found('typespecs', 'has', ['etf', 'reit']), ['TWO'])
    assert.deepEqual(found('typespecs', 'has', 'common'), ['FOUR', 'ONE'])
    assert.deepEqual(found('typespecs', 'has_none_of', ['common']), ['THREE', 'TWO'])
    assert.deepEqual(found('typespecs', 'empty'), ['THREE'])
    assert.deepEqual(found('is_primary', 'equal', false), ['TWO'])
  })

  it('compare dates in days, weeks and months from today', () => {
    assert.deepEqual(found('due', 'in_day_range', [0, 0]), ['ONE'])
    assert.deepEqual(found('due', 'in_day_range', [0, 5]), ['ONE', 'TWO'])
    assert.deepEqual(found('due', 'not_in_day_range', [0, 5]), ['THREE'])
    assert.deepEqual(found('due', 'in_month_range', [-1, 1]), ['ONE', 'THREE', 'TWO'])
  })

  it('match nothing in columns that cannot be compared', () => {
    assert.deepEqual(found('history', 'greater', 0), [])
    assert.deepEqual(found('name', 'greater', 5), [])
  })

  it('combine with and, and in trees with or', () => {
    const expression = (left: string, operation: string, right: unknown) => ({
      expression: { left, operation, right },
    })
    const result = run({
      filter: [{ left: 'is_primary', operation: 'equal', right: true }],
      filter2: {
        operator: 'and',
        operands: [
          expression('price', 'nempty', null),
          {
            operation: {
              operator: 'or',
              operands: [
                expression('name', 'equal', 'ONE'),
                {
                  operation: {
                    operator: 'and',
                    operands: [expression('price', 'greater', 25), expression('price', 'less', 35)],
                  },
                },
              ],
            },
          },
        ],
      },
    })
    assert.deepEqual(result.rows.map((row) => rows[row]?.name).sort(), ['ONE', 'THREE'])
  })

  it('refuse invalid operations', () => {
    for (const body of [
      { filter: [{ left: 'price', operation: 'resembles', right: 1 }] },
      { filter: [{ left: 'price', operation: 'greater', right: 'tall' }] },
      { filter: [{ left: 'price', operation: 'in_range', right: 5 }] },
      { filter: [{ left: 'name', operation: 'match', right: 5 }] },
      { filter: [{ operation: 'greater' }] },
      { filter: 'price' },
      { filter2: { operator: 'xor', operands: [] } },
      { range: [-1, 5] },
      { range: [5, 1] },
      { columns: [1] },
      { sort: { sortBy: 'price', sortOrder: 'up' } },
      [],
    ]) {
      assert.throws(() => run(body), ScanError, JSON.stringify(body))
    }
    assert.throws(() => parseScanRequest('{'), ScanError)
  })

  it('refuse trees that are too deep', () => {
    let tree: unknown = { expression: { left: 'price', operation: 'empty' } }
    for (let depth = 0; depth < 50; depth++) tree = { operation: { operator: 'and', operands: [tree] } }
    assert.throws(() => run({ filter2: tree }), ScanError)
  })
})

describe('order', () => {
  const names = (body: unknown) => run(body).rows.map((row) => rows[row]?.name)

  it('follows a column, with nulls last by default', () => {
    assert.deepEqual(names({ sort: { sortBy: 'price', sortOrder: 'asc' } }), ['ONE', 'TWO', 'THREE', 'FOUR'])
    assert.deepEqual(names({ sort: { sortBy: 'price', sortOrder: 'desc' } }), ['THREE', 'TWO', 'ONE', 'FOUR'])
    assert.deepEqual(names({ sort: { sortBy: 'price', sortOrder: 'asc', nullsFirst: true } }), [
      'FOUR',
      'ONE',
      'TWO',
      'THREE',
    ])
    assert.deepEqual(names({ sort: { sortBy: 'name', sortOrder: 'asc' } }), ['FOUR', 'ONE', 'THREE', 'TWO'])
    assert.deepEqual(names({ sort: { sortBy: 'description', sortOrder: 'desc' } }), [
      'THREE',
      'TWO',
      'ONE',
      'FOUR',
    ])
  })

  it('is arbitrary but stable without a sort column', () => {
    assert.deepEqual(names({}), names({}))
    assert.notDeepEqual(names({}), ['ONE', 'TWO', 'THREE', 'FOUR'])
    assert.deepEqual(names({}).sort(), ['FOUR', 'ONE', 'THREE', 'TWO'])
  })

  it('is cut to a range, while the count includes all rows', () => {
    const result = run({
      sort: { sortBy: 'name', sortOrder: 'asc' },
      range: [1, 3],
      columns: ['name', 'price'],
    })
    assert.equal(result.totalCount, 4)
    assert.deepEqual(
      result.rows.map((row) => cellsOf(result, row)),
      [
        ['ONE', 10],
        ['THREE', 30],
      ],
    )
  })
})

describe('unknown columns', () => {
  const complaint = (body: unknown) => {
    try {
      run(body)
    } catch (error) {
      assert.ok(error instanceof ScanError)
      return [error.message, error.status, error.hasData]
    }
    return undefined
  }

  it('are an error, with status 200 in a filter or as the sort column', () => {
    assert.deepEqual(complaint({ columns: ['zap'] }), ['Unknown field "zap"', 400, true])
    assert.deepEqual(complaint({ sort: { sortBy: 'zap' } }), ['Unknown field "zap"', 200, false])
    assert.deepEqual(complaint({ filter: [{ left: 'zap', operation: 'empty' }] }), [
      'Unknown field "zap"',
      200,
      false,
    ])
  })

  it('are null when unknown fields are ignored', () => {
    const result = run({
      columns: ['zap', 'name'],
      ignore_unknown_fields: true,
      filter: [{ left: 'name', operation: 'equal', right: 'ONE' }],
    })
    assert.deepEqual(
      result.rows.map((row) => cellsOf(result, row)),
      [[null, 'ONE']],
    )
  })
})
