/** The screener: columns of a market, and scans of one market or of all. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { contractOf } from '../gateway/contracts.ts'
import { asArray, asObject, changed, inner, type Json, word } from '../gateway/json-guards.ts'
import { askOf, jsonBody } from '../gateway/upstream-request.ts'
import { capitals } from '../parameters/ascii-case.ts'
import { csv, parseList } from '../parameters/comma-list.ts'
import { wrong } from '../parameters/invalid-parameter.ts'
import { lang, offset } from '../parameters/query-fields.ts'
import { parseSymbols, rowSymbol } from '../parameters/symbol.ts'
import { checkColumns, defaultColumns, defaultSort } from '../scanner/columns.ts'
import { delayOf } from '../scanner/delay.ts'
import { parseFilters, type ScanFilter, toScanFilters } from '../scanner/filter-language.ts'
import { parseMarket, parseMarkets, parseScannedMarket } from '../scanner/markets.ts'
import { checkScanBody, parameterNaming, ScanBody } from '../scanner/scan-body.ts'
import { readScan, withCells } from '../scanner/scan-response.ts'
import { cut, defineProduct, pageOf, type Reading } from './product.ts'

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
  { symbol: rowSymbol },
  {
    $id: 'ScreenerRow',
    additionalProperties: true,
    description: 'The symbol, and one member per column that was asked for, under the column’s name.',
  },
)

const screenerQuery = {
  columns: Type.Optional(
    csv(`What each row holds, at most ${columnsMax}; a usual set unless told.`, {
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
  symbols: Type.Optional(csv('Only these symbols, at most 500.')),
  types: Type.Optional(csv('Only these kinds: `stock`, `fund`, `dr`, `structured`.')),
  index: Type.Optional(csv('Only members of these indices, e.g. `SP:SPX`.')),
  exchange: Type.Optional(csv('Only these exchanges.')),
  sector: Type.Optional(csv('Only these sectors.')),
  country: Type.Optional(csv('Only these countries, as the `country` column has them.')),
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
interface ScanQuestion {
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
  answer: { rows: ScreenerRow },
  question({ params, query, body }): ScanQuestion {
    const market = parseScannedMarket(params.market)
    if (market === 'options') {
      throw new Failure('invalid_request', 'Options are asked for by their underlying.', {
        details: { parameter: 'market', expected: '/v1/options/{symbol}/chain' },
      })
    }
    if (body) return checkMarket(fromBody(market, body, 1000))
    return fromQuery(market, query as ScreenerQuery, [market])
  },
  toAsk: ({ market, body }) => askOf(contractOf('scanner.scan'), { path: { market }, body: jsonBody(body) }),
  read: readScreener,
  parameterNaming: (column, { body }) => parameterNaming(column, body),
  parameterBlamed: (complaint, { body }) => parameterBlamed(complaint, body),
})

export const searchGlobalScreener = defineProduct({
  name: 'searchGlobalScreener',
  query: Type.Object({
    ...screenerQuery,
    markets: Type.Optional(csv('Only these markets, at most 80.', { examples: ['america,uk'] })),
    limit: limit(200, 50),
    offset: offset(50_000),
  }),
  body: ScanBody,
  bodyBytesMax: scanBodyBytesMax,
  answer: { rows: ScreenerRow },
  question({ query, body }): ScanQuestion {
    if (body) return checkGlobal(fromBody('global', body, 200))
    const markets = parseMarkets(parseList(query.markets, { parameter: 'markets', most: 80 }))
    return checkGlobal(fromQuery('global', query as ScreenerQuery, markets))
  },
  toAsk: ({ body }) => askOf(contractOf('scanner.scan.global'), { body: jsonBody(body) }),
  read: readScreener,
  parameterNaming: (column, { body }) => parameterNaming(column, body),
  parameterBlamed: (complaint, { body }) => parameterBlamed(complaint, body),
})

function fromQuery(market: string, query: ScreenerQuery, markets: readonly string[]): ScanQuestion {
  const columns = parseList(query.columns as string | undefined, {
    parameter: 'columns',
    most: columnsMax,
    ordered: true,
  })
  const chosen = columns.length > 0 ? columns : defaultColumns(market)
  checkColumns(chosen, columnsMax)
  const sortBy = (query.sort as string | undefined) ?? defaultSort(market)
  checkColumns([sortBy], 1, 'sort')
  const { preset, currency } = query
  return {
    market,
    limit: query.limit,
    offset: query.offset,
    body: {
      columns: chosen,
      ...filtersOf(query),
      ignore_unknown_fields: false,
      options: { lang: query.lang },
      range: [query.offset, query.offset + query.limit],
      sort: {
        sortBy,
        sortOrder: query.order === 'asc' || (query.order === undefined && sortBy === 'name') ? 'asc' : 'desc',
        nullsFirst: query.nulls_first === true,
      },
      symbols: symbolsOf(query),
      markets,
      ...(typeof preset === 'string' ? { preset } : {}),
      ...(typeof currency === 'string' ? { price_conversion: { to_currency: currency.toLowerCase() } } : {}),
    },
  }
}

const exchangeForm = { pattern: /^[ -~]{1,40}$/, expected: 'codes such as NASDAQ' }

function filtersOf(query: ScreenerQuery): { filter: ScanFilter[]; filter2?: Record<string, unknown> } {
  const { filter, ...tree } = toScanFilters(
    parseFilters(typeof query.filter === 'string' ? query.filter : ''),
  )
  for (const name of ['exchange', 'sector', 'country'] as const) {
    const isExchange = name === 'exchange'
    const values = parseList(query[name] as string | undefined, {
      parameter: name,
      most: 50,
      ...(isExchange ? { form: exchangeForm } : {}),
    })
    const right = isExchange ? capitals(values) : values
    if (right.length > 0) filter.push({ left: name, operation: 'in_range', right })
  }
  if (typeof query.primary === 'boolean') {
    filter.push({ left: 'is_primary', operation: 'equal', right: query.primary })
  }
  return { filter, ...tree }
}

function symbolsOf(query: ScreenerQuery): Record<string, unknown> {
  const tickers = parseSymbols(
    parseList(query.symbols as string | undefined, { parameter: 'symbols', most: 500, ordered: true }),
    'symbols',
  )
  const types = parseList(query.types as string | undefined, {
    parameter: 'types',
    most: 10,
    form: { pattern: /^[a-z]{1,20}$/, expected: 'words such as stock or fund' },
  })
  const indices = parseSymbols(
    parseList(query.index as string | undefined, { parameter: 'index', most: 10 }),
    'index',
  ).sort()
  return {
    query: { types },
    ...(tickers.length > 0 ? { tickers } : {}),
    ...(indices.length > 0 ? { symbolset: indices.map((index) => `SYML:${index.replace(':', ';')}`) } : {}),
  }
}

function fromBody(market: string, body: ScanBody, rowsMax: number): ScanQuestion {
  checkScanBody(body, { columnsMax, rowsMax })
  const [from, to] = body.range ?? [0, 50]
  return {
    market,
    limit: Math.max(1, to - from),
    offset: from,
    body: { ...body, columns: body.columns ?? defaultColumns(market), range: [from, to] },
  }
}

/** The path says which market is scanned; a body that names another would be read in two ways. */
function checkMarket(question: ScanQuestion): ScanQuestion {
  const { market, body } = question
  const other = body.markets?.find((name) => name !== market)
  if (other === undefined) return question
  throw wrong(
    'markets',
    `This scans ${market} alone, not ${other}.`,
    `${market}, /v1/screeners/${other}/search, or several through /v1/screeners/global/search`,
    { in: 'body' },
  )
}

function checkGlobal(question: ScanQuestion): ScanQuestion {
  const { markets = [], filter = [], filter2, symbols, preset } = question.body
  const { tickers, symbolset, groups } = inner(symbols)
  const isNarrow = [markets, filter, tickers, symbolset, groups].some(
    (list) => Array.isArray(list) && list.length > 0,
  )
  if (isNarrow || hasExpression(filter2) || preset !== undefined) return question
  throw wrong(
    'markets',
    'Say which part of the world to scan.',
    'at least one of symbols, markets and filter',
  )
}

/** A tree of nothing but branches leaves everything in. */
function hasExpression(node: unknown): boolean {
  const { expression, operation, operands } = inner(node)
  if (expression !== undefined) return true
  return operation === undefined
    ? Array.isArray(operands) && operands.some(hasExpression)
    : hasExpression(operation)
}

/** Which parameter of a scan the provider’s complaint is about, where it is not about a column. */
export function parameterBlamed(complaint: string, { filter, filter2 }: ScanBody): string | undefined {
  if (/preset/i.test(complaint)) return 'preset'
  if (/currenc|conver/i.test(complaint)) return 'currency'
  if (/tickers|symbolset|groups|query/i.test(complaint)) return 'symbols'
  if (filter !== undefined && (filter.length > 0 || filter2 !== undefined)) return 'filter'
  return filter2 === undefined ? undefined : 'filter2'
}

function readScreener(json: unknown, { body, limit: most, offset: start }: ScanQuestion): Reading {
  const { total, columns, rows } = readScan(json, body.columns)
  return {
    rows: rows.map(({ symbol, cells }) => withCells({ symbol }, columns, cells)),
    page: pageOf(rows.length, { limit: most, offset: start, total }),
    columns: ['symbol', ...columns],
    ...delayOf(columns, rows),
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
  answer: { rows: ScreenerColumn },
  question: ({ params, query }) => ({
    ...query,
    q: query.q?.toLowerCase(),
    market: parseMarket(params.market),
  }),
  toAsk: ({ market }) => askOf(contractOf('scanner.metainfo'), { path: { market } }),
  read(json, question) {
    const { q: wanted } = question
    const columns = asArray(asObject(json).fields)
      .map((field) => toColumn(asObject(field)))
      .filter(({ name }) => question.timeframes || !name.includes('|'))
      .filter(({ type }) => question.type === undefined || type === question.type)
      .filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted))
    return cut(columns, question.limit, question.offset)
  },
})

function toColumn({ n, t, r }: Json) {
  if (typeof n !== 'string' || typeof t !== 'string') throw changed('a column without a name')
  return { name: n, type: t, values: Array.isArray(r) ? r.map(toColumnValue) : null }
}

function toColumnValue(value: unknown): { id: string; name: string } {
  if (typeof value !== 'object' || value === null) return { id: String(value), name: String(value) }
  const { id, name } = value as Json
  return { id: word(id) ?? '', name: word(name) ?? word(id) ?? '' }
}

/** A scan of one symbol: what tells an unknown symbol from one that has nothing. */
export function existenceAsk(symbol: string) {
  return askOf(contractOf('scanner.scan.global'), {
    body: jsonBody({ columns: ['name'], symbols: { tickers: [symbol] }, range: [0, 1] }),
  })
}

export function exists(json: unknown): boolean {
  return readScan(json, ['name']).rows.length > 0
}
