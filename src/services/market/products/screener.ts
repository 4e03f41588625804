/** Scans of one market or of several. */

import { type Static, type TObject, Type } from 'typebox'
import { limit, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { objectOrEmpty } from '../gateway/json-guards.ts'
import { jsonBody } from '../gateway/upstream-request.ts'
import { toSortedUpper } from '../parameters/ascii-case.ts'
import { defaultColumns, defaultSort, validateColumns } from '../parameters/columns.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { lang, offset } from '../parameters/query-fields.ts'
import { parseSymbols, symbolField } from '../parameters/symbol.ts'
import { toDelay } from '../scanner/delay.ts'
import { parseFilters, type ScanFilter, toScanFilters } from '../scanner/filter-language.ts'
import { parseMarkets, parseScannedMarket } from '../scanner/markets.ts'
import {
  parameterForColumn,
  parameterForComplaint,
  ScanBody,
  scanBodyBytesMax,
} from '../scanner/scan-body.ts'
import { toScan } from '../scanner/scan-response.ts'
import { defineProduct, type ProductResult } from './product.ts'
import { type ScanRequest, scanFromBody, toScanResult } from './scan-request.ts'
import { marketParameter } from './screener-columns.ts'

const columnsMax = 100

const ScreenerRow = Type.Object(
  { symbol: symbolField },
  {
    $id: 'ScreenerRow',
    additionalProperties: true,
    description: 'The symbol, and one member per requested column.',
  },
)

const screenerQuery = {
  columns: Type.Optional(
    commaList(`Columns of each row, at most ${columnsMax}. Default: a common set.`, {
      examples: ['name,close,change,volume'],
    }),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: 4000,
      description:
        'Conditions that must all match, comma-separated: `close>100,market_cap_basic>=1e9`. Operators `> >= < <= = != ~ !~`, or by name as in `RSI:between:30..70`; lists with `|`, columns with `@`, text with commas in double quotes.',
      examples: ['close>100'],
    }),
  ),
  symbols: Type.Optional(commaList('Only these symbols, at most 500.')),
  types: Type.Optional(commaList('Only these types: `stock`, `fund`, `dr`, `structured`.')),
  index: Type.Optional(commaList('Only members of these indices, e.g. `SP:SPX`.')),
  exchange: Type.Optional(commaList('Only these exchanges.')),
  sector: Type.Optional(commaList('Only these sectors.')),
  country: Type.Optional(commaList('Only these countries, by the values of the `country` column.')),
  primary: Type.Optional(
    Type.Boolean({ description: '`true`: only primary listings. `false`: only others.' }),
  ),
  sort: Type.Optional(
    Type.String({ maxLength: 80, description: 'A column to sort by.', examples: ['volume'] }),
  ),
  order: Type.Optional(
    oneOf(['asc', 'desc'], { description: 'Sort direction. Default: `desc`, but `asc` for `sort=name`.' }),
  ),
  nulls_first: withDefault(Type.Boolean({ description: 'Whether rows without a value come first.' }), false),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: 'Fundamental figures in this currency.',
      examples: ['USD'],
    }),
  ),
  preset: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{1,60}$',
      'x-words': 'at most 60 letters, digits, underscores and hyphens',
      description: 'A predefined query of the provider.',
    }),
  ),
  lang,
  offset: offset(50_000),
}

type ScreenerQuery = Static<TObject<typeof screenerQuery>> & { readonly limit: number }

interface ScreenerRequest extends ScanRequest {
  readonly market: string
}

/** What both scans share. */
const screener = {
  tag: 'Screeners',
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  response: { rows: ScreenerRow },
  toResult(json: unknown, request: ScreenerRequest): ProductResult {
    const scan = toScan(json, request.body.columns)
    return { ...toScanResult(scan, request), ...toDelay(scan) }
  },
  parameterForColumn: (column: string, { body }: ScreenerRequest) => parameterForColumn(column, body),
  parameterForComplaint: (complaint: string, { body }: ScreenerRequest) =>
    parameterForComplaint(complaint, body),
}

export const searchScreener = defineProduct({
  ...screener,
  name: 'searchScreener',
  path: '/v1/screeners/{market}/search',
  summary: 'Run a market screener',
  description:
    'GET takes parameters, e.g. `filter=close>100,market_cap_basic>=1e9&columns=name,close&sort=volume`; POST takes a scan body.',
  contract: 'scanner.scan',
  params: marketParameter,
  query: Type.Object({ ...screenerQuery, limit: limit(1000, 50) }),
  parseRequest({ params, query, body }): ScreenerRequest {
    const market = parseScannedMarket(params.market)
    if (market === 'options') {
      throw invalidParameter(
        'market',
        'Options are listed by their underlying.',
        '/v1/options/{symbol}/chain',
      )
    }
    if (body) return requireSameMarket(requestFromBody(market, body, 1000))
    return requestFromQuery(market, query, [market])
  },
  toUpstream: ({ market, body }) => ({ path: { market }, body: jsonBody(body) }),
})

export const searchGlobalScreener = defineProduct({
  ...screener,
  name: 'searchGlobalScreener',
  path: '/v1/screeners/global/search',
  summary: 'Run a screener across markets',
  description:
    'Requires at least one of `symbols`, `markets` and `filter`: a scan of all markets is too large.',
  contract: 'scanner.scan.global',
  query: Type.Object({
    ...screenerQuery,
    markets: withDefault(commaList('Only these markets, at most 80.', { examples: ['america,uk'] }), ''),
    limit: limit(200, 50),
  }),
  parseRequest({ query, body }): ScreenerRequest {
    if (body) return requireSelection(requestFromBody('global', body, 200))
    const markets = parseMarkets(parseCommaList(query.markets, { parameter: 'markets', maxItems: 80 }))
    return requireSelection(requestFromQuery('global', query, markets))
  },
  toUpstream: ({ body }) => ({ body: jsonBody(body) }),
})

function requestFromQuery(market: string, query: ScreenerQuery, markets: readonly string[]): ScreenerRequest {
  const requested = parseCommaList(query.columns, {
    parameter: 'columns',
    maxItems: columnsMax,
    keepOrder: true,
  })
  const columns = requested.length > 0 ? requested : defaultColumns(market)
  validateColumns(columns, columnsMax)
  const sortBy = query.sort ?? defaultSort(market)
  validateColumns([sortBy], 1, 'sort')
  const { preset, currency } = query
  return {
    market,
    limit: query.limit,
    offset: query.offset,
    body: {
      columns,
      ...toFilters(query),
      ignore_unknown_fields: false,
      options: { lang: query.lang },
      range: [query.offset, query.offset + query.limit],
      sort: {
        sortBy,
        sortOrder: query.order ?? (sortBy === 'name' ? 'asc' : 'desc'),
        nullsFirst: query.nulls_first,
      },
      symbols: toSymbolSelection(query),
      markets: [...markets],
      ...(preset === undefined ? {} : { preset }),
      ...(currency === undefined ? {} : { price_conversion: { to_currency: currency.toLowerCase() } }),
    },
  }
}

const exchangeFormat = { pattern: /^[ -~]{1,40}$/, expected: 'codes such as NASDAQ' }

function toFilters(query: ScreenerQuery): { filter: ScanFilter[]; filter2?: Record<string, unknown> } {
  const { filter, ...tree } = toScanFilters(parseFilters(query.filter ?? ''))
  for (const name of ['exchange', 'sector', 'country'] as const) {
    const isExchange = name === 'exchange'
    const values = parseCommaList(query[name], {
      parameter: name,
      maxItems: 50,
      ...(isExchange ? { format: exchangeFormat } : {}),
    })
    const right = isExchange ? toSortedUpper(values) : values
    if (right.length > 0) filter.push({ left: name, operation: 'in_range', right })
  }
  if (query.primary !== undefined) {
    filter.push({ left: 'is_primary', operation: 'equal', right: query.primary })
  }
  return { filter, ...tree }
}

function toSymbolSelection(query: ScreenerQuery): Record<string, unknown> {
  const symbols = parseCommaList(query.symbols, { parameter: 'symbols', maxItems: 500, keepOrder: true })
  const tickers = parseSymbols(symbols, 'symbols')
  const types = parseCommaList(query.types, {
    parameter: 'types',
    maxItems: 10,
    format: { pattern: /^[a-z]{1,20}$/, expected: 'words such as stock or fund' },
  })
  const indexList = parseCommaList(query.index, { parameter: 'index', maxItems: 10 })
  const indices = parseSymbols(indexList, 'index').sort()
  return {
    query: { types },
    ...(tickers.length > 0 ? { tickers } : {}),
    ...(indices.length > 0 ? { symbolset: indices.map((index) => `SYML:${index.replace(':', ';')}`) } : {}),
  }
}

function requestFromBody(market: string, body: ScanBody, rowsMax: number): ScreenerRequest {
  const limits = { columnsMax, rowsMax, defaultRows: 50, defaultColumns: defaultColumns(market) }
  return { market, ...scanFromBody(body, limits) }
}

/** The path selects the market; a body with another one would be ambiguous. */
function requireSameMarket(request: ScreenerRequest): ScreenerRequest {
  const { market, body } = request
  const other = body.markets?.find((name) => name !== market)
  if (other === undefined) return request
  throw invalidParameter(
    'markets',
    `This route scans only ${market}, not ${other}.`,
    `${market}, /market/v1/screeners/${other}/search, or several through /market/v1/screeners/global/search`,
    { in: 'body' },
  )
}

function requireSelection(request: ScreenerRequest): ScreenerRequest {
  const { markets = [], filter = [], filter2, symbols, preset } = request.body
  const { tickers, symbolset, groups } = objectOrEmpty(symbols)
  const isNarrow = [markets, filter, tickers, symbolset, groups].some(
    (list) => Array.isArray(list) && list.length > 0,
  )
  if (isNarrow || hasExpression(filter2) || preset !== undefined) return request
  throw invalidParameter(
    'markets',
    'The scan is too large: specify symbols, markets or filter.',
    'at least one of symbols, markets and filter',
  )
}

/** A tree without expressions filters nothing. */
function hasExpression(node: unknown): boolean {
  const { expression, operation, operands } = objectOrEmpty(node)
  if (expression !== undefined) return true
  return operation === undefined
    ? Array.isArray(operands) && operands.some(hasExpression)
    : hasExpression(operation)
}
