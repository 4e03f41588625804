/** The screener: columns of a market, and scans of one market or of all. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
import {
  idTextOrNull,
  type Json,
  objectOrEmpty,
  requireArray,
  requireObject,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest, jsonBody } from '../gateway/upstream-request.ts'
import { toSortedUpper } from '../parameters/ascii-case.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { lang, offset } from '../parameters/query-fields.ts'
import { parseSymbols, symbolField } from '../parameters/symbol.ts'
import { defaultColumns, defaultSort, validateColumns } from '../scanner/columns.ts'
import { toDelay } from '../scanner/delay.ts'
import { parseFilters, type ScanFilter, toScanFilters } from '../scanner/filter-language.ts'
import { parseMarket, parseMarkets, parseScannedMarket } from '../scanner/markets.ts'
import { parameterForColumn, ScanBody, validateScanBody } from '../scanner/scan-body.ts'
import { addCells, toScan } from '../scanner/scan-response.ts'
import { defineProduct, type ProductResult, paginate, toPage } from './product.ts'

export const columnsMax = 100
export const scanBodyBytesMax = 65_536

const marketParameter = Type.Object({
  market: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'A country such as `america`, or `crypto`, `forex`, `futures`, `bond`, `cfd`, `coin`.',
    examples: ['america'],
  }),
})

const ScreenerRow = Type.Object(
  { symbol: symbolField },
  {
    $id: 'ScreenerRow',
    additionalProperties: true,
    description: 'The symbol, and one member per column that was asked for, under the column’s name.',
  },
)

const screenerQuery = {
  columns: Type.Optional(
    commaList(`What each row holds, at most ${columnsMax}; a usual set unless told.`, {
      examples: ['name,close,change,volume'],
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        'What has to hold, separated by commas: `close>100,market_cap_basic>=1e9`. Signs `> >= < <= = != ~ !~`, words as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes.',
      examples: ['close>100'],
    }),
  ),
  symbols: Type.Optional(commaList('Only these symbols, at most 500.')),
  types: Type.Optional(commaList('Only these kinds: `stock`, `fund`, `dr`, `structured`.')),
  index: Type.Optional(commaList('Only members of these indices, e.g. `SP:SPX`.')),
  exchange: Type.Optional(commaList('Only these exchanges.')),
  sector: Type.Optional(commaList('Only these sectors.')),
  country: Type.Optional(commaList('Only these countries, as the `country` column has them.')),
  primary: Type.Optional(Type.Boolean({ description: 'Only primary listings, or only others.' })),
  sort: Type.Optional(
    Type.String({ maxLength: 80, description: 'A column to sort by.', examples: ['volume'] }),
  ),
  order: Type.Optional(
    oneOf(['asc', 'desc'], { description: 'Which way; downwards unless told, but names upwards.' }),
  ),
  nulls_first: withDefault(Type.Boolean({ description: 'Rows without the figure come first.' }), false),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'Fundamental figures in this currency.' }),
  ),
  preset: Type.Optional(
    Type.String({ pattern: '^[\\w-]{1,60}$', description: 'A query the provider keeps under a name.' }),
  ),
  lang,
}

type ScreenerQuery = {
  readonly [Name in keyof typeof screenerQuery]?: string | boolean
} & { readonly limit: number; readonly offset: number }

/** A scan and what is needed to read its answer. */
interface ScanRequest {
  readonly market: string
  readonly body: ScanBody & { readonly columns: readonly string[] }
  readonly limit: number
  readonly offset: number
}

export const searchScreener = defineProduct({
  name: 'searchScreener',
  params: marketParameter,
  query: Type.Object({ ...screenerQuery, limit: limit(1000, 50), offset: offset(50_000) }),
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  response: { rows: ScreenerRow },
  parseRequest({ params, query, body }): ScanRequest {
    const market = parseScannedMarket(params.market)
    if (market === 'options') {
      throw new Failure('invalid_request', 'Options are asked for by their underlying.', {
        details: { parameter: 'market', expected: '/v1/options/{symbol}/chain' },
      })
    }
    if (body) return requireSameMarket(scanFromBody(market, body, 1000))
    return scanFromQuery(market, query as ScreenerQuery, [market])
  },
  toUpstreamRequest: ({ market, body }) =>
    buildUpstreamRequest(getContract('scanner.scan'), { path: { market }, body: jsonBody(body) }),
  toResult: toScreenerResult,
  parameterForColumn: (column, { body }) => parameterForColumn(column, body),
  parameterForComplaint: (complaint, { body }) => parameterForComplaint(complaint, body),
})

export const searchGlobalScreener = defineProduct({
  name: 'searchGlobalScreener',
  query: Type.Object({
    ...screenerQuery,
    markets: Type.Optional(commaList('Only these markets, at most 80.', { examples: ['america,uk'] })),
    limit: limit(200, 50),
    offset: offset(50_000),
  }),
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  response: { rows: ScreenerRow },
  parseRequest({ query, body }): ScanRequest {
    if (body) return requireSelection(scanFromBody('global', body, 200))
    const markets = parseMarkets(parseCommaList(query.markets, { parameter: 'markets', maxItems: 80 }))
    return requireSelection(scanFromQuery('global', query as ScreenerQuery, markets))
  },
  toUpstreamRequest: ({ body }) =>
    buildUpstreamRequest(getContract('scanner.scan.global'), { body: jsonBody(body) }),
  toResult: toScreenerResult,
  parameterForColumn: (column, { body }) => parameterForColumn(column, body),
  parameterForComplaint: (complaint, { body }) => parameterForComplaint(complaint, body),
})

function scanFromQuery(market: string, query: ScreenerQuery, markets: readonly string[]): ScanRequest {
  const columns = parseCommaList(query.columns as string | undefined, {
    parameter: 'columns',
    maxItems: columnsMax,
    keepOrder: true,
  })
  const columnNames = columns.length > 0 ? columns : defaultColumns(market)
  validateColumns(columnNames, columnsMax)
  const sortBy = (query.sort as string | undefined) ?? defaultSort(market)
  validateColumns([sortBy], 1, 'sort')
  const { preset, currency } = query
  return {
    market,
    limit: query.limit,
    offset: query.offset,
    body: {
      columns: columnNames,
      ...toFilters(query),
      ignore_unknown_fields: false,
      options: { lang: query.lang },
      range: [query.offset, query.offset + query.limit],
      sort: {
        sortBy,
        sortOrder: query.order === 'asc' || (query.order === undefined && sortBy === 'name') ? 'asc' : 'desc',
        nullsFirst: query.nulls_first === true,
      },
      symbols: toSymbolSelection(query),
      markets,
      ...(typeof preset === 'string' ? { preset } : {}),
      ...(typeof currency === 'string' ? { price_conversion: { to_currency: currency.toLowerCase() } } : {}),
    },
  }
}

const exchangeFormat = { pattern: /^[ -~]{1,40}$/, expected: 'codes such as NASDAQ' }

function toFilters(query: ScreenerQuery): { filter: ScanFilter[]; filter2?: Record<string, unknown> } {
  const { filter, ...tree } = toScanFilters(
    parseFilters(typeof query.filter === 'string' ? query.filter : ''),
  )
  for (const name of ['exchange', 'sector', 'country'] as const) {
    const isExchange = name === 'exchange'
    const values = parseCommaList(query[name] as string | undefined, {
      parameter: name,
      maxItems: 50,
      ...(isExchange ? { format: exchangeFormat } : {}),
    })
    const right = isExchange ? toSortedUpper(values) : values
    if (right.length > 0) filter.push({ left: name, operation: 'in_range', right })
  }
  if (typeof query.primary === 'boolean') {
    filter.push({ left: 'is_primary', operation: 'equal', right: query.primary })
  }
  return { filter, ...tree }
}

function toSymbolSelection(query: ScreenerQuery): Record<string, unknown> {
  const tickers = parseSymbols(
    parseCommaList(query.symbols as string | undefined, {
      parameter: 'symbols',
      maxItems: 500,
      keepOrder: true,
    }),
    'symbols',
  )
  const types = parseCommaList(query.types as string | undefined, {
    parameter: 'types',
    maxItems: 10,
    format: { pattern: /^[a-z]{1,20}$/, expected: 'words such as stock or fund' },
  })
  const indices = parseSymbols(
    parseCommaList(query.index as string | undefined, { parameter: 'index', maxItems: 10 }),
    'index',
  ).sort()
  return {
    query: { types },
    ...(tickers.length > 0 ? { tickers } : {}),
    ...(indices.length > 0 ? { symbolset: indices.map((index) => `SYML:${index.replace(':', ';')}`) } : {}),
  }
}

function scanFromBody(market: string, body: ScanBody, rowsMax: number): ScanRequest {
  validateScanBody(body, { columnsMax, rowsMax })
  const [from, to] = body.range ?? [0, 50]
  return {
    market,
    limit: Math.max(1, to - from),
    offset: from,
    body: { ...body, columns: body.columns ?? defaultColumns(market), range: [from, to] },
  }
}

/** The path says which market is scanned; a body that names another would be read in two ways. */
function requireSameMarket(question: ScanRequest): ScanRequest {
  const { market, body } = question
  const other = body.markets?.find((name) => name !== market)
  if (other === undefined) return question
  throw invalidParameter(
    'markets',
    `This scans ${market} alone, not ${other}.`,
    `${market}, /v1/screeners/${other}/search, or several through /v1/screeners/global/search`,
    { in: 'body' },
  )
}

function requireSelection(question: ScanRequest): ScanRequest {
  const { markets = [], filter = [], filter2, symbols, preset } = question.body
  const { tickers, symbolset, groups } = objectOrEmpty(symbols)
  const isNarrow = [markets, filter, tickers, symbolset, groups].some(
    (list) => Array.isArray(list) && list.length > 0,
  )
  if (isNarrow || hasExpression(filter2) || preset !== undefined) return question
  throw invalidParameter(
    'markets',
    'Say which part of the world to scan.',
    'at least one of symbols, markets and filter',
  )
}

/** A tree of nothing but branches leaves everything in. */
function hasExpression(node: unknown): boolean {
  const { expression, operation, operands } = objectOrEmpty(node)
  if (expression !== undefined) return true
  return operation === undefined
    ? Array.isArray(operands) && operands.some(hasExpression)
    : hasExpression(operation)
}

/** Which parameter of a scan the provider’s complaint is about, where it is not about a column. */
export function parameterForComplaint(complaint: string, { filter, filter2 }: ScanBody): string | undefined {
  if (/preset/i.test(complaint)) return 'preset'
  if (/currenc|conver/i.test(complaint)) return 'currency'
  if (/tickers|symbolset|groups|query/i.test(complaint)) return 'symbols'
  if (filter !== undefined && (filter.length > 0 || filter2 !== undefined)) return 'filter'
  return filter2 === undefined ? undefined : 'filter2'
}

function toScreenerResult(json: unknown, { body, limit: most, offset: start }: ScanRequest): ProductResult {
  const { total, columns, rows } = toScan(json, body.columns)
  return {
    rows: rows.map(({ symbol, cells }) => addCells({ symbol }, columns, cells)),
    page: toPage(rows.length, { limit: most, offset: start, total }),
    columns: ['symbol', ...columns],
    ...toDelay(columns, rows),
  }
}

const fieldTypes = [
  'number',
  'fundamental_price',
  'percent',
  'price',
  'text',
  'time',
  'num_slice',
  'map',
  'bool',
  'interface',
  'set',
  'time-yyyymmdd',
] as const

const ScreenerColumn = Type.Object(
  {
    name: Type.String({ description: 'As `columns`, `filter` and `sort` take it.', examples: ['close'] }),
    type: Type.String({ description: `One of ${fieldTypes.join(', ')}.` }),
    values: nullable(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'As `filter` takes it.' }),
          name: Type.String({ description: 'As people know it.' }),
        }),
        { description: 'The values the column takes, where they are a closed list.' },
      ),
    ),
  },
  { $id: 'ScreenerColumn' },
)

export const getScreenerMetadata = defineProduct({
  name: 'getScreenerMetadata',
  params: marketParameter,
  query: Type.Object({
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only columns whose name has this in it.' }),
    ),
    type: Type.Optional(oneOf(fieldTypes, { description: 'Only columns of this type.' })),
    timeframes: withDefault(
      Type.Boolean({ description: 'Whether columns of other time frames, `RSI|60`, are listed too.' }),
      false,
    ),
    limit: limit(5000, 5000),
    offset: offset(10_000),
  }),
  response: { rows: ScreenerColumn },
  parseRequest: ({ params, query }) => ({
    ...query,
    q: query.q?.toLowerCase(),
    market: parseMarket(params.market),
  }),
  toUpstreamRequest: ({ market }) =>
    buildUpstreamRequest(getContract('scanner.metainfo'), { path: { market } }),
  toResult(json, question) {
    const { q: wanted } = question
    const columns = requireArray(requireObject(json).fields)
      .map((field) => toColumn(requireObject(field)))
      .filter(({ name }) => question.timeframes || !name.includes('|'))
      .filter(({ type }) => question.type === undefined || type === question.type)
      .filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted))
    return paginate(columns, question.limit, question.offset)
  },
})

function toColumn({ n, t, r }: Json) {
  if (typeof n !== 'string' || typeof t !== 'string') throw upstreamChanged('a column without a name')
  return { name: n, type: t, values: Array.isArray(r) ? r.map(toColumnValue) : null }
}

function toColumnValue(value: unknown): { id: string; name: string } {
  if (typeof value !== 'object' || value === null) return { id: String(value), name: String(value) }
  const { id, name } = value as Json
  return { id: idTextOrNull(id) ?? '', name: idTextOrNull(name) ?? idTextOrNull(id) ?? '' }
}

/** A scan of one symbol: what tells an unknown symbol from one that has nothing. */
export function symbolExistsRequest(symbol: string) {
  return buildUpstreamRequest(getContract('scanner.scan.global'), {
    body: jsonBody({ columns: ['name'], symbols: { tickers: [symbol] }, range: [0, 1] }),
  })
}

export function symbolExists(json: unknown): boolean {
  return toScan(json, ['name']).rows.length > 0
}
