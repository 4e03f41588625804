/** Headlines, the latest headlines, and news of one symbol. */

import { Type } from 'typebox'
import { limit, oneOf, withDefault } from '../../../../http/openapi/fields.ts'
import { lang } from '../../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, symbolParameter } from '../../parameters/symbol.ts'
import { defineProduct } from '../product.ts'
import { NewsItem, toNewsResult } from './news-item.ts'

const categories = [
  'base',
  'stock',
  'etf',
  'crypto',
  'forex',
  'index',
  'futures',
  'bond',
  'economic',
] as const

const areas = {
  world: 'WLD',
  americas: 'AME',
  europe: 'EUR',
  asia: 'ASI',
  oceania: 'OCN',
  africa: 'AFR',
} as const
const areaNames = Object.keys(areas) as (keyof typeof areas)[]

const sections = [
  'analysis',
  'recommendation',
  'prediction',
  'markets_today',
  'survey',
  'press_release',
  'financial_statement',
  'insider_trading',
  'esg',
  'corp_activity',
] as const

const provider = Type.String({
  pattern: '^[\\w.-]{1,60}$',
  description: 'Only this publisher, by its id.',
})
const category = withDefault(oneOf(categories, { description: 'Category.' }), 'base')
const area = oneOf(areaNames, { description: 'Only news of this region.' })

/** Rows have dots in ids where the provider's filters need underscores. */
function toProviderFilter(id: string | undefined): string | undefined {
  return id?.replaceAll('.', '_')
}

export const getHeadlines = defineProduct({
  name: 'getHeadlines',
  path: '/v1/news/headlines',
  tag: 'News',
  summary: 'List headlines',
  description: 'The newest headlines of one category, at most 200, by language, region, publisher or symbol.',
  contract: 'news.headlines.v2',
  query: Type.Object({
    category,
    symbol: Type.Optional(
      Type.String({ maxLength: 80, description: 'Only news about this symbol, `EXCHANGE:TICKER`.' }),
    ),
    provider: Type.Optional(provider),
    area: Type.Optional(area),
    section: Type.Optional(oneOf(sections, { description: 'Only news of this kind.' })),
    limit: limit(200, 50),
    lang,
  }),
  response: { rows: NewsItem },
  parseRequest: ({ query }) => ({
    ...query,
    symbol: query.symbol === undefined ? undefined : parseSymbol(query.symbol),
    provider: toProviderFilter(query.provider),
  }),
  toUpstream: ({ limit: _, ...request }) => ({
    query: { ...request, area: request.area && areas[request.area] },
  }),
  toResult: (json, request) => toNewsResult(json, request.limit),
})

export const getLatestHeadlines = defineProduct({
  name: 'getLatestHeadlines',
  path: '/v1/news/latest',
  tag: 'News',
  summary: 'List the latest headlines',
  description: 'A short list of the newest headlines.',
  contract: 'news.headlines.latest',
  query: Type.Object({ category, limit: limit(100, 20), lang }),
  response: { rows: NewsItem },
  parseRequest: ({ query }) => query,
  toUpstream: ({ limit: _, ...query }) => ({ query }),
  toResult: (json, request) => toNewsResult(json, request.limit),
})

export const getSymbolNews = defineProduct({
  name: 'getSymbolNews',
  path: '/v1/symbols/{symbol}/news',
  tag: 'News',
  summary: 'List news of a symbol',
  description: 'The symbol is `EXCHANGE:TICKER`, or a bare ticker with `exchange`.',
  contract: 'news.headlines.v2.symbol-view',
  params: Type.Object({ symbol: symbolParameter }),
  query: Type.Object({
    exchange: Type.Optional(exchangeParameter),
    section: withDefault(
      oneOf(['all', 'press_release', 'financial_statement', 'insider_trading', 'esg'], {
        description: 'Only news of this kind.',
      }),
      'all',
    ),
    provider: Type.Optional(provider),
    area: Type.Optional(area),
    limit: limit(200, 50),
    lang,
  }),
  response: { rows: NewsItem },
  errors: ['unknown_symbol'],
  parseRequest: ({ params, query: { exchange, ...query } }) => ({
    ...query,
    symbol: parseSymbol(params.symbol, exchange),
    provider: toProviderFilter(query.provider),
  }),
  toUpstream: ({ limit: _, ...request }) => ({
    query: {
      ...request,
      section: request.section === 'all' ? '' : request.section,
      area: request.area && areas[request.area],
    },
  }),
  toResult: (json, request) => toNewsResult(json, request.limit),
  symbolToVerify: ({ symbol }) => symbol,
})
