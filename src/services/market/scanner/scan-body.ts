/** The body of a scan as callers send it: a shape that is checked before it goes anywhere, and bounds the provider lacks. */

import { Type } from 'typebox'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { validateColumns } from './columns.ts'
import { filterOperators, type ScanFilter } from './filter-language.ts'
import { validateMarkets } from './markets.ts'

export interface ScanBody {
  readonly columns?: readonly string[]
  readonly filter?: readonly ScanFilter[]
  readonly filter2?: Record<string, unknown>
  readonly sort?: {
    readonly sortBy: string
    readonly sortOrder?: 'asc' | 'desc'
    readonly nullsFirst?: boolean
  }
  readonly range?: readonly [number, number]
  readonly markets?: readonly string[]
  readonly symbols?: Record<string, unknown>
  readonly options?: Record<string, unknown>
  readonly ignore_unknown_fields?: boolean
  readonly preset?: string
  readonly price_conversion?: Record<string, unknown>
  readonly index_filters?: readonly { readonly name: string; readonly values: readonly string[] }[]
}

const open = { additionalProperties: true }
const text = (options = {}) => Type.String({ maxLength: 200, ...options })

const Filter = Type.Object({
  left: text({ description: 'A column, or two joined by a comma: either may match.' }),
  operation: text({ examples: ['greater'] }),
  right: Type.Optional(Type.Unknown({ description: 'A number, text, list or the name of a column.' })),
})

export const ScanBody = Type.Unsafe<ScanBody>(
  Type.Object(
    {
      columns: Type.Optional(Type.Array(text(), { description: 'What each row holds, in this order.' })),
      filter: Type.Optional(Type.Array(Filter, { maxItems: 100, description: 'All of these have to hold.' })),
      filter2: Type.Optional(Type.Object({}, { ...open, description: 'A tree of `and` and `or`.' })),
      sort: Type.Optional(
        Type.Object({
          sortBy: text(),
          sortOrder: Type.Optional(Type.Unsafe({ type: 'string', enum: ['asc', 'desc'] })),
          nullsFirst: Type.Optional(Type.Boolean()),
        }),
      ),
      range: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
          minItems: 2,
          maxItems: 2,
          description: 'First row, and the row after the last.',
        }),
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
    { $id: 'ScanBody', description: 'A scan in the provider’s own terms.' },
  ) as never,
)

const operations = new Set([
  ...Object.values(filterOperators).map((word) => word.operation),
  'smatch',
  'in_range%',
  'not_in_range%',
  'not_in_day_range',
  'in_year_range',
])

const depthMax = 8
const nodesMax = 200

/** Checks what a schema cannot say, and bounds the rows. `rowsMax` is how many may be asked for at once. */
export function validateScanBody(
  body: ScanBody,
  { columnsMax, rowsMax }: { columnsMax: number; rowsMax: number },
): void {
  validateColumns(body.columns ?? [], columnsMax)
  if (body.columns?.includes('symbol')) {
    throw invalidParameter(
      'columns',
      '"symbol" cannot be asked for: every row has it.',
      'columns without symbol',
      {
        in: 'body',
      },
    )
  }
  validateMarkets(body.markets ?? [])
  for (const filter of body.filter ?? []) validateOperation(filter.operation, 'filter')
  if (body.filter2) validateFilterTree(body.filter2, 0, { nodes: 0 })
  const [from, to] = body.range ?? [0, 0]
  if (to < from || to - from > rowsMax) {
    throw invalidParameter(
      'range',
      `The range has to grow, by at most ${rowsMax} rows.`,
      `[from, to], at most ${rowsMax} apart`,
    )
  }
}

/** Where a scan names a column: in its list, which some queries call otherwise, to sort by, or to filter by. */
export function parameterForColumn(column: string, { columns, sort }: ScanBody, list = 'columns'): string {
  if (columns?.includes(column)) return list
  return sort?.sortBy === column ? 'sort' : 'filter'
}

function validateFilterTree(node: unknown, depth: number, count: { nodes: number }): void {
  count.nodes += 1
  if (depth > depthMax || count.nodes > nodesMax) {
    throw invalidParameter(
      'filter2',
      'The tree of filters is too large.',
      `at most ${depthMax} deep and ${nodesMax} nodes`,
    )
  }
  if (typeof node !== 'object' || node === null)
    throw invalidParameter('filter2', 'A node of the tree has to be an object.', '{}')
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
      'A node of the tree is neither an expression nor an operation.',
      'operator and operands',
    )
  }
  for (const operand of operands) validateFilterTree(operand, depth + 1, count)
}

function validateOperation(operation: string, parameter: 'filter' | 'filter2'): void {
  if (operations.has(operation)) return
  throw invalidParameter(
    parameter,
    `There is no filter operation ${JSON.stringify(operation.slice(0, 40))}.`,
    [...operations].join(', '),
  )
}
