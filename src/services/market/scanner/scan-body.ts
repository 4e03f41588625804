/** The body of a scan: its schema, its validation, and which parameter an error is about. */

import { type Static, Type } from 'typebox'
import { validateColumns } from '../parameters/columns.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { filterOperators } from './filter-language.ts'
import { validateMarkets } from './markets.ts'

const open = { additionalProperties: true }
const text = (options = {}) => Type.String({ maxLength: 200, ...options })

const Filter = Type.Object({
  left: text({ description: 'A column, or two columns separated by a comma, of which either may match.' }),
  operation: text({ examples: ['greater'] }),
  right: Type.Optional(Type.Unknown({ description: 'A number, string, list or column name.' })),
})

export const ScanBody = Type.Object(
  {
    columns: Type.Optional(Type.Array(text(), { description: 'Columns of each row, in this order.' })),
    filter: Type.Optional(
      Type.Array(Filter, { maxItems: 100, description: 'Conditions that must all match.' }),
    ),
    filter2: Type.Optional(Type.Object({}, { ...open, description: 'A tree of `and` and `or`.' })),
    sort: Type.Optional(
      Type.Object({
        sortBy: text(),
        sortOrder: Type.Optional(Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'] })),
        nullsFirst: Type.Optional(Type.Boolean()),
      }),
    ),
    range: Type.Optional(
      Type.Unsafe<[number, number]>(
        Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
          minItems: 2,
          maxItems: 2,
          description: 'First row (inclusive) and last row (exclusive).',
        }),
      ),
    ),
    markets: Type.Optional(Type.Array(text(), { maxItems: 100 })),
    symbols: Type.Optional(
      Type.Object({}, { ...open, description: '`tickers`, `query`, `symbolset`, `groups`.' }),
    ),
    options: Type.Optional(Type.Object({}, open)),
    ignore_unknown_fields: Type.Optional(Type.Boolean()),
    preset: Type.Optional(text()),
    price_conversion: Type.Optional(Type.Object({}, open)),
    index_filters: Type.Optional(
      Type.Array(Type.Object({ name: text(), values: Type.Array(text(), { maxItems: 500 }) }), {
        maxItems: 10,
      }),
    ),
  },
  {
    $id: 'ScanBody',
    description: 'A scan in the provider’s format.',
    examples: [{ columns: ['name', 'close'], markets: ['america'], range: [0, 5] }],
  },
)

export type ScanBody = Static<typeof ScanBody>

const operations = new Set([
  ...Object.values(filterOperators).map((word) => word.operation),
  'smatch',
  'in_range%',
  'not_in_range%',
  'not_in_day_range',
  'in_year_range',
])

export const scanBodyBytesMax = 65_536
const depthMax = 8
const nodesMax = 200

/** Checks what the schema cannot express. */
export function validateScanBody(
  body: ScanBody,
  { columnsMax, rowsMax }: { columnsMax: number; rowsMax: number },
): void {
  validateColumns(body.columns ?? [], columnsMax)
  if (body.columns?.includes('symbol')) {
    throw invalidParameter(
      'columns',
      '"symbol" is always included; do not request it.',
      'columns without symbol',
      { in: 'body' },
    )
  }
  validateMarkets(body.markets ?? [])
  for (const filter of body.filter ?? []) validateOperation(filter.operation, 'filter')
  if (body.filter2) validateFilterTree(body.filter2, 0, { nodes: 0 })
  const [from, to] = body.range ?? [0, 0]
  if (to < from || to - from > rowsMax) {
    throw invalidParameter(
      'range',
      `The range must be [from, to] with at most ${rowsMax} rows.`,
      `[from, to], at most ${rowsMax} apart`,
    )
  }
}

/** The parameter that contains `column`. `list` is the name of the parameter with the columns. */
export function parameterForColumn(column: string, { columns, sort }: ScanBody, list = 'columns'): string {
  if (columns?.includes(column)) return list
  return sort?.sortBy === column ? 'sort' : 'filter'
}

/** The parameter that an error message of the provider is about, if it is not about a column. */
export function parameterForComplaint(complaint: string, { filter, filter2 }: ScanBody): string | undefined {
  if (/preset/i.test(complaint)) return 'preset'
  if (/currenc|conver/i.test(complaint)) return 'currency'
  if (/tickers|symbolset|groups|query/i.test(complaint)) return 'symbols'
  if (filter !== undefined && (filter.length > 0 || filter2 !== undefined)) return 'filter'
  return filter2 === undefined ? undefined : 'filter2'
}

function validateFilterTree(node: unknown, depth: number, count: { nodes: number }): void {
  count.nodes += 1
  if (depth > depthMax || count.nodes > nodesMax) {
    throw invalidParameter(
      'filter2',
      'The filter tree is too large.',
      `at most ${depthMax} deep and ${nodesMax} nodes`,
    )
  }
  if (typeof node !== 'object' || node === null)
    throw invalidParameter('filter2', 'Each node of the filter tree must be an object.', '{}')
  const { operator, operands, operation, expression } = node as Record<string, unknown>
  if (expression !== undefined) {
    const named = (expression as { operation?: unknown } | null)?.operation
    validateOperation(typeof named === 'string' ? named : '', 'filter2')
    return
  }
  if (operation !== undefined) {
    validateFilterTree(operation, depth + 1, count)
    return
  }
  if ((operator !== 'and' && operator !== 'or') || !Array.isArray(operands)) {
    throw invalidParameter(
      'filter2',
      'Each node of the filter tree must be an expression or an operation.',
      'operator and operands',
    )
  }
  for (const operand of operands) validateFilterTree(operand, depth + 1, count)
}

function validateOperation(operation: string, parameter: 'filter' | 'filter2'): void {
  if (operations.has(operation)) return
  throw invalidParameter(
    parameter,
    `Unknown filter operation ${JSON.stringify(operation.slice(0, 40))}.`,
    [...operations].join(', '),
  )
}
