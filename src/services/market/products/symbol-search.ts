/** Symbol search. */

import { Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import {
  booleanOrNull,
  type Json,
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textList,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { usableRows } from '../gateway/usable-rows.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { lang, offset } from '../parameters/query-fields.ts'
import { defineProduct, toPage } from './product.ts'

export const symbolTypes = [
  'stock',
  'fund',
  'etf',
  'futures',
  'forex',
  'crypto',
  'index',
  'bond',
  'economic',
  'option',
] as const

/** The provider's names, where they differ from ours. */
const providerTypes: Readonly<Record<string, string>> = { stock: 'stocks', fund: 'funds' }

const upstreamPageSize = 50

const FoundSymbol = Type.Object(
  {
    symbol: Type.String({
      description: '`EXCHANGE:TICKER`, the form that other routes take.',
      examples: ['NASDAQ:AAPL'],
    }),
    ticker: Type.String({ description: 'The part after the colon.' }),
    exchange: Type.String({ description: 'The part before the colon.' }),
    exchange_name: nullable(Type.String({ description: 'Display name of the exchange.' })),
    description: Type.String({ description: 'Name of the company, fund, pair or contract.' }),
    type: Type.String({ description: 'Type of instrument.', examples: ['stock'] }),
    typespecs: Type.Array(Type.String(), { description: 'Subtypes.', examples: [['common']] }),
    country: nullable(Type.String({ description: 'ISO 3166-1 alpha-2.' })),
    currency: nullable(Type.String({ description: 'Currency of the price.' })),
    isin: nullable(Type.String({ description: 'International Securities Identification Number.' })),
    cusip: nullable(Type.String({ description: 'North American securities identifier.' })),
    cik: nullable(Type.String({ description: 'Central Index Key of the SEC.' })),
    is_primary_listing: nullable(Type.Boolean({ description: 'Whether this is the primary listing.' })),
    found_by: nullable(oneOf(['isin', 'cusip'], { description: 'Identifier that matched, if not a name.' })),
    logo_id: nullable(Type.String({ description: 'The provider’s logo id.' })),
    highlight: nullable(
      Type.Object(
        {
          symbol: Type.String({ description: 'The ticker with marks.' }),
          description: Type.String({ description: 'The description with marks.' }),
        },
        { description: 'With `highlight=true`: the same texts with matches between `<em>` and `</em>`.' },
      ),
    ),
  },
  { $id: 'FoundSymbol' },
)

export const searchSymbols = defineProduct({
  name: 'searchSymbols',
  path: '/v1/symbols/search',
  tag: 'Symbols',
  summary: 'Search symbols',
  description:
    'By company, ticker, ISIN, exchange, country or type. Without `q`, `exchange` is required and its symbols are listed. Pages by `limit` and `offset`.',
  contract: 'symbol.search',
  query: Type.Object({
    q: withDefault(
      Type.String({
        maxLength: 64,
        description: 'Ticker, company name, ISIN or CUSIP. Optional if `exchange` is present.',
        examples: ['apple'],
      }),
      '',
    ),
    type: Type.Optional(oneOf(symbolTypes, { description: 'Only instruments of this type.' })),
    exchange: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 24,
        description: 'Only symbols of this exchange.',
        examples: ['NASDAQ'],
      }),
    ),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        description: 'Only listings in this country, two letters.',
        examples: ['US'],
      }),
    ),
    has_options: withDefault(Type.Boolean({ description: 'Only symbols that have options.' }), false),
    highlight: withDefault(Type.Boolean({ description: 'Whether to mark matches.' }), false),
    limit: limit(upstreamPageSize, upstreamPageSize),
    offset: offset(10_000),
    lang,
  }),
  response: { rows: FoundSymbol },
  parseRequest({ query }) {
    const q = query.q.trim()
    if (q === '' && query.exchange === undefined) {
      throw invalidParameter('q', 'Specify `q` or `exchange`.', 'a ticker, a name, an ISIN, or `exchange`')
    }
    return {
      ...query,
      q,
      exchange: query.exchange?.trim().toUpperCase(),
      country: query.country?.toUpperCase(),
    }
  },
  toUpstream: (request) => ({
    query: {
      text: request.q,
      search_type: request.type === undefined ? 'undefined' : (providerTypes[request.type] ?? request.type),
      exchange: request.exchange ?? '',
      country: request.country,
      sort_by_country: request.country,
      only_has_options: request.has_options ? 'true' : undefined,
      hl: request.highlight ? '1' : '0',
      start: request.offset,
      lang: request.lang,
    },
  }),
  toResult(json, request) {
    const { symbols, symbols_remaining } = requireObject(json)
    const all = requireArray(symbols)
    const shown = all.slice(0, request.limit)
    const { rows, skippedRows } = usableRows(shown, (row) =>
      toSymbolMatch(requireObject(row), request.highlight),
    )
    const remaining = numberOrNull(symbols_remaining)
    // The offset of an empty page says nothing about the total.
    const isPastEnd = all.length === 0 && request.offset > 0
    const total = remaining === null || isPastEnd ? null : request.offset + all.length + remaining
    const hasMore = shown.length < all.length || (remaining ?? 0) > 0
    return {
      rows,
      page: {
        ...toPage(rows.length, { limit: request.limit, offset: request.offset, total }),
        next_offset: hasMore && shown.length > 0 ? request.offset + shown.length : null,
      },
      skippedRows,
    }
  },
})

function toSymbolMatch(row: Json, isHighlighted: boolean) {
  const { symbol, description, type, exchange, prefix } = row
  if (typeof symbol !== 'string' || typeof type !== 'string')
    throw upstreamChanged('a match without a symbol')
  const ticker = stripHighlight(symbol)
  const described = textOrNull(description) ?? ''
  const venue = textOrNull(prefix) ?? textOrNull(exchange)?.split(' ', 1)[0]?.toUpperCase() ?? ''
  return {
    symbol: ticker.includes(':') || venue === '' ? ticker : `${venue}:${ticker}`,
    ticker,
    exchange: venue,
    exchange_name: textOrNull(objectOrEmpty(row.source2).name) ?? textOrNull(exchange),
    description: stripHighlight(described),
    type,
    typespecs: textList(row.typespecs),
    country: textOrNull(row.country),
    currency: textOrNull(row.currency_code),
    isin: textOrNull(row.isin),
    cusip: textOrNull(row.cusip),
    cik: textOrNull(row.cik_code),
    is_primary_listing: booleanOrNull(row.is_primary_listing),
    found_by: row.found_by_isin === true ? 'isin' : row.found_by_cusip === true ? 'cusip' : null,
    logo_id: textOrNull(row.logoid) ?? textOrNull(objectOrEmpty(row.logo).logoid),
    highlight: isHighlighted ? { symbol, description: described } : null,
  }
}

function stripHighlight(marked: string): string {
  return marked.replaceAll(/<\/?em>/g, '')
}
