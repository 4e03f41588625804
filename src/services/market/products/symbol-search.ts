/** Symbol search. */

import { Type } from 'typebox'
import { Failure } from '../../../core/errors.ts'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
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
import { buildUpstreamRequest } from '../gateway/upstream-request.ts'
import { lang, offset } from '../parameters/query-fields.ts'
import { defineProduct } from './product.ts'

const symbolTypes = [
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

/** The provider's word where it differs from ours. */
const providerTypes: Readonly<Record<string, string>> = { stock: 'stocks', fund: 'funds' }

/** The length of the provider's pages. */
const upstreamPageSize = 50

const FoundSymbol = Type.Object(
  {
    symbol: Type.String({
      description: 'As other routes take it: `EXCHANGE:TICKER`.',
      examples: ['NASDAQ:AAPL'],
    }),
    ticker: Type.String({ description: 'What follows the colon.' }),
    exchange: Type.String({ description: 'The code before the colon.' }),
    exchange_name: nullable(Type.String({ description: 'The exchange as people know it.' })),
    description: Type.String({ description: 'The company, fund, pair or contract.' }),
    type: Type.String({ description: 'What kind of thing it is.', examples: ['stock'] }),
    typespecs: Type.Array(Type.String(), { description: 'The kind more closely.', examples: [['common']] }),
    country: nullable(Type.String({ description: 'ISO 3166, two letters.' })),
    currency: nullable(Type.String({ description: 'What its price is told in.' })),
    isin: nullable(Type.String({ description: 'International securities number.' })),
    cusip: nullable(Type.String({ description: 'North American securities number.' })),
    cik: nullable(Type.String({ description: 'Its number at the US securities regulator.' })),
    is_primary_listing: nullable(Type.Boolean({ description: 'Whether this is where it is at home.' })),
    found_by: nullable(oneOf(['isin', 'cusip'], { description: 'What matched, where it was no name.' })),
    logo_id: nullable(Type.String({ description: 'The provider’s name of its logo.' })),
    highlight: nullable(
      Type.Object(
        {
          symbol: Type.String({ description: 'The ticker, marked.' }),
          description: Type.String({ description: 'The description, marked.' }),
        },
        { description: 'With `highlight=true`: the same texts, matches between `<em>` and `</em>`.' },
      ),
    ),
  },
  { $id: 'FoundSymbol' },
)

export const searchSymbols = defineProduct({
  name: 'searchSymbols',
  query: Type.Object({
    q: withDefault(
      Type.String({
        maxLength: 64,
        description: 'Ticker, company name, ISIN or CUSIP. May be left out when `exchange` is given.',
        examples: ['apple'],
      }),
      '',
    ),
    type: Type.Optional(oneOf(symbolTypes, { description: 'Only this kind of thing.' })),
    exchange: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 24,
        description: 'Only symbols of this exchange.',
        examples: ['NASDAQ'],
      }),
    ),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Only listings of this country, two letters.' }),
    ),
    has_options: withDefault(Type.Boolean({ description: 'Only underlyings of options.' }), false),
    highlight: withDefault(Type.Boolean({ description: 'Marks what matched.' }), false),
    limit: limit(upstreamPageSize, upstreamPageSize),
    offset: offset(10_000),
    lang,
  }),
  response: { rows: FoundSymbol },
  parseRequest({ query }) {
    const q = query.q.trim()
    if (q === '' && query.exchange === undefined) {
      throw new Failure('invalid_request', 'Say what to search for, or which exchange to list.', {
        details: { parameter: 'q', expected: 'a ticker, a name, an ISIN, or `exchange`' },
      })
    }
    return {
      ...query,
      q,
      exchange: query.exchange?.trim().toUpperCase(),
      country: query.country?.toUpperCase(),
    }
  },
  toUpstreamRequest({ q, type, exchange, country, has_options, highlight, offset: start, lang: language }) {
    return buildUpstreamRequest(getContract('symbol.search'), {
      query: {
        text: q,
        search_type: type === undefined ? 'undefined' : (providerTypes[type] ?? type),
        exchange: exchange ?? '',
        ...(country === undefined ? {} : { country, sort_by_country: country }),
        ...(has_options ? { only_has_options: 'true' } : {}),
        hl: highlight ? '1' : '0',
        start,
        lang: language,
      },
    })
  },
  toResult(json, question) {
    const { symbols, symbols_remaining } = requireObject(json)
    const all = requireArray(symbols).map((row) => toSymbolMatch(requireObject(row), question.highlight))
    const rows = all.slice(0, question.limit)
    const remaining = numberOrNull(symbols_remaining)
    // An empty page may lie anywhere behind the last one.
    const isBehind = all.length === 0 && question.offset > 0
    const total = remaining === null || isBehind ? null : question.offset + all.length + remaining
    const end = question.offset + rows.length
    const hasMore = rows.length < all.length || (remaining ?? 0) > 0
    return {
      rows,
      page: {
        limit: question.limit,
        offset: question.offset,
        returned: rows.length,
        total,
        next_offset: hasMore && rows.length > 0 ? end : null,
      },
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
