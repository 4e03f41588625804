/** Parses and validates the body of a scan. */

import { ScanError } from './scan-error.ts'

export interface Expression {
  readonly left: string
  readonly operation: string
  readonly right: unknown
}

export type BooleanTree =
  | { readonly expression: Expression }
  | { readonly operator: 'and' | 'or'; readonly operands: readonly BooleanTree[] }

export interface Sort {
  readonly sortBy: string
  readonly sortOrder: 'asc' | 'desc'
  readonly nullsFirst: boolean
}

export interface SymbolSelection {
  readonly tickers: readonly string[]
  readonly types: readonly string[]
  readonly exchanges: readonly string[]
  readonly typespecs: readonly string[]
  /** `SYML:SP;SPX` */
  readonly symbolsets: readonly string[]
  /** `DJ:DJU` */
  readonly indices: readonly string[]
}

export interface ScanRequest {
  readonly columns: readonly string[]
  readonly filter: readonly Expression[]
  readonly filter2: BooleanTree | undefined
  readonly sort: Sort | undefined
  readonly range: readonly [number, number] | undefined
  readonly markets: readonly string[]
  readonly symbols: SymbolSelection
  readonly ignoreUnknownFields: boolean
  readonly preset: string | undefined
  /** A currency code in capitals. */
  readonly convertTo: string | undefined
  readonly indexFilters: ReadonlyMap<string, readonly string[]>
}

const nodesMax = 1_000
const depthMax = 32

/** Throws `ScanError`. An empty body requests everything. */
export function parseScanRequest(text: string): ScanRequest {
  const body = text.trim() === '' ? {} : parseObject(text)
  return {
    columns: strings(body.columns, 'columns'),
    filter: list(body.filter, 'filter').map(toExpression),
    filter2: body.filter2 == null ? undefined : toTree(body.filter2, 0, { nodes: 0 }),
    sort: toSort(body.sort),
    range: toRange(body.range),
    markets: strings(body.markets, 'markets'),
    symbols: toSelection(body.symbols),
    ignoreUnknownFields: body.ignore_unknown_fields === true,
    preset: typeof body.preset === 'string' ? body.preset : undefined,
    convertTo: toConversion(body.price_conversion),
    indexFilters: toIndexFilters(body.index_filters),
  }
}

type Json = Readonly<Record<string, unknown>>

function parseObject(text: string): Json {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ScanError(`Failed to parse body: ${error instanceof Error ? error.message : 'invalid JSON'}`)
  }
  return object(value, 'body')
}

function object(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new ScanError(`Bad request: ${name} must be an object`)
}

function list(value: unknown, name: string): readonly unknown[] {
  if (value == null) return []
  if (Array.isArray(value)) return value
  throw new ScanError(`Bad request: ${name} must be an array`)
}

function strings(value: unknown, name: string): string[] {
  return list(value, name).map((item) => {
    if (typeof item === 'string') return item
    throw new ScanError(`Bad request: ${name} must be an array of strings`)
  })
}

function toExpression(value: unknown): Expression {
  const { left, operation, right } = object(value, 'filter')
  if (typeof left !== 'string' || typeof operation !== 'string') {
    throw new ScanError('Bad request: a filter needs left and operation')
  }
  return { left, operation, right }
}

/** The root has the same format as the value of `operation`. */
function toTree(value: unknown, depth: number, count: { nodes: number }): BooleanTree {
  if (depth > depthMax || ++count.nodes > nodesMax) throw new ScanError('Bad request: filter2 is too complex')
  const node = object(value, 'filter2')
  if (node.expression !== undefined) return { expression: toExpression(node.expression) }
  if (node.operation !== undefined) return toTree(node.operation, depth + 1, count)
  const { operator, operands } = node
  if (operator !== 'and' && operator !== 'or') {
    throw new ScanError(`Bad request: unknown operator ${JSON.stringify(operator) ?? 'null'} in filter2`)
  }
  return {
    operator,
    operands: list(operands, 'operands').map((operand) => toTree(operand, depth + 1, count)),
  }
}

function toSort(value: unknown): Sort | undefined {
  if (value == null) return undefined
  const { sortBy, sortOrder, nullsFirst } = object(value, 'sort')
  if (typeof sortBy !== 'string') throw new ScanError('Bad request: sort needs sortBy')
  if (sortOrder !== undefined && sortOrder !== 'asc' && sortOrder !== 'desc') {
    throw new ScanError(`Bad request: unknown sort order ${JSON.stringify(sortOrder)}`)
  }
  return { sortBy, sortOrder: sortOrder ?? 'asc', nullsFirst: nullsFirst === true }
}

function toRange(value: unknown): readonly [number, number] | undefined {
  if (value == null) return undefined
  const [from, to] = list(value, 'range')
  if (!Number.isInteger(from) || !Number.isInteger(to) || Number(from) < 0 || Number(to) < Number(from)) {
    throw new ScanError(`Bad request: invalid range ${JSON.stringify(value)}`)
  }
  return [Number(from), Number(to)]
}

function toSelection(value: unknown): SymbolSelection {
  const body = value == null ? {} : object(value, 'symbols')
  const query = body.query == null ? {} : object(body.query, 'query')
  const groups = list(body.groups, 'groups').map((group) => object(group, 'group'))
  return {
    tickers: strings(body.tickers, 'tickers'),
    types: strings(query.types, 'types'),
    exchanges: strings(query.exchanges, 'exchanges'),
    typespecs: strings(query.typespecs, 'typespecs'),
    symbolsets: strings(body.symbolset, 'symbolset'),
    indices: groups.filter(({ type }) => type === 'index').flatMap(({ values }) => strings(values, 'values')),
  }
}

function toConversion(value: unknown): string | undefined {
  if (value == null) return undefined
  const { to_currency: currency } = object(value, 'price_conversion')
  return typeof currency === 'string' ? currency.toUpperCase() : undefined
}

function toIndexFilters(value: unknown): ReadonlyMap<string, readonly string[]> {
  return new Map(
    list(value, 'index_filters').map((item) => {
      const { name, values } = object(item, 'index_filters')
      return [String(name), strings(values, 'values')]
    }),
  )
}
