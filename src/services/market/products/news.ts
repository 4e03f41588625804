/** Headlines, the latest of them, the news flow, and news of one symbol. */

import { Type } from 'typebox'
import { limit, nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { getContract } from '../gateway/contracts.ts'
import {
  booleanOrNull,
  instantFromSeconds,
  type Json,
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { buildUpstreamRequest } from '../gateway/upstream-request.ts'
import { toSortedUpper } from '../parameters/ascii-case.ts'
import { commaList, parseCommaList } from '../parameters/comma-list.ts'
import { invalidParameter } from '../parameters/invalid-parameter.ts'
import { lang } from '../parameters/query-fields.ts'
import { exchangeParameter, parseSymbol, parseSymbols, symbolParameter } from '../parameters/symbol.ts'
import { defineProduct, type ProductResult, paginate } from './product.ts'

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

const NewsItem = Type.Object(
  {
    id: Type.String({ description: 'The provider’s own.' }),
    title: Type.String({ description: 'The headline.' }),
    published_at: nullable(Type.String({ format: 'date-time', description: 'When it came out.' })),
    provider: Type.Object(
      {
        id: nullable(Type.String({ description: 'As `provider` takes it.' })),
        name: nullable(Type.String({ description: 'As people know it.' })),
      },
      { description: 'Who wrote it.' },
    ),
    url: nullable(Type.String({ description: 'The story at its publisher, where it is linked.' })),
    story_path: nullable(Type.String({ description: 'The story’s path at the provider.' })),
    urgency: nullable(Type.Integer({ description: '1 for flashes, 2 for the rest.' })),
    permission: nullable(Type.String({ description: 'Why the text may not be open; null when it is.' })),
    is_flash: Type.Boolean({ description: 'A line sent ahead of its story.' }),
    is_exclusive: Type.Boolean({ description: 'Nobody else has it.' }),
    summary: nullable(Type.String({ description: 'What it says in short; `/v1/news/latest` alone has it.' })),
    symbols: Type.Array(Type.String(), { description: 'What it is about.', examples: [['NASDAQ:AAPL']] }),
  },
  { $id: 'NewsItem' },
)

const provider = Type.String({
  pattern: '^[\\w.-]{1,60}$',
  description: 'Only this provider, by its id.',
})
const category = withDefault(oneOf(categories, { description: 'What the news is about.' }), 'base')
const area = oneOf(areaNames, { description: 'Only news of this part of the world.' })

/** In its answers the provider writes dots where its filters want underscores. */
function providerId(written: string | undefined): string | undefined {
  return written?.replaceAll('.', '_')
}

export const getHeadlines = defineProduct({
  name: 'getHeadlines',
  query: Type.Object({
    category,
    symbol: Type.Optional(
      Type.String({ maxLength: 80, description: 'Only news about this symbol, `EXCHANGE:TICKER`.' }),
    ),
    provider: Type.Optional(provider),
    area: Type.Optional(area),
    section: Type.Optional(oneOf(sections, { description: 'Only this kind of news.' })),
    limit: limit(200, 50),
    lang,
  }),
  response: { rows: NewsItem },
  parseRequest: ({ query }) => ({
    ...query,
    symbol: query.symbol === undefined ? undefined : parseSymbol(query.symbol),
    provider: providerId(query.provider),
  }),
  toUpstreamRequest: (question) =>
    buildUpstreamRequest(getContract('news.headlines.v2'), {
      query: {
        lang: question.lang,
        category: question.category,
        symbol: question.symbol,
        provider: question.provider,
        area: question.area && areas[question.area],
        section: question.section,
      },
    }),
  toResult: (json, question) => toNewsResult(json, question.limit),
})

export const getLatestHeadlines = defineProduct({
  name: 'getLatestHeadlines',
  query: Type.Object({ category, limit: limit(100, 20), lang }),
  response: { rows: NewsItem },
  parseRequest: ({ query }) => query,
  toUpstreamRequest: (question) =>
    buildUpstreamRequest(getContract('news.headlines.latest'), {
      query: { lang: question.lang, category: question.category },
    }),
  toResult: (json, question) => toNewsResult(json, question.limit),
})

/** The values of the flow's filters, where the provider has a closed list of them. */
const flowValues = {
  market: ['bond', 'corp_bond', 'crypto', 'economic', 'etf', 'forex', 'futures', 'index', 'stock'],
  priority: ['flash', 'important', 'key_facts', 'top_stories'],
  corp_activity: [
    'credit_ratings',
    'dividends',
    'earnings',
    'earnings_calls',
    'esg',
    'insider_trading',
    'ipo',
    'management',
    'mergers_and_acquisitions',
    'ownership_changes',
    'recommendation',
    'share_buybacks',
    'strategy_business_products',
  ],
  economic_category: [
    'business',
    'consumer',
    'gdp',
    'government',
    'health',
    'housing',
    'labor',
    'money',
    'prices',
    'taxes',
    'trade',
  ],
} as const

function choiceList(what: string, parameter: keyof typeof flowValues) {
  return commaList(`${what}: ${flowValues[parameter].join(', ')}.`, { examples: [flowValues[parameter][0]] })
}

/** The filters of the flow: our parameter, the provider's key, how many values, and which. */
const flowFilters = [
  { parameter: 'corp_activity', key: 'corp_activity', most: 20, known: flowValues.corp_activity },
  {
    parameter: 'economic_category',
    key: 'economic_category',
    most: 20,
    known: flowValues.economic_category,
  },
  { parameter: 'market', key: 'market', most: 9, known: flowValues.market },
  { parameter: 'country', key: 'market_country', most: 20 },
  { parameter: 'priority', key: 'priority', most: 4, known: flowValues.priority },
  { parameter: 'provider', key: 'provider', most: 20 },
  { parameter: 'sector', key: 'sector', most: 21 },
] as const

const filterFormat = { pattern: /^[\w .&/-]{1,60}$/, expected: 'letters, digits, blanks, dots and hyphens' }

export const getNewsFlow = defineProduct({
  name: 'getNewsFlow',
  query: Type.Object({
    version: withDefault(oneOf(['v1', 'v2'], { description: 'Which of the provider’s feeds.' }), 'v2'),
    symbols: Type.Optional(commaList('Only news about these symbols, at most 20.')),
    market: Type.Optional(choiceList('Only news about these kinds of markets', 'market')),
    country: Type.Optional(commaList('Only news about markets of these countries, two letters each.')),
    provider: Type.Optional(commaList('Only these providers, by the `provider.id` of rows.')),
    sector: Type.Optional(commaList('Only these sectors, as the `sector` column of the screener has them.')),
    corp_activity: Type.Optional(choiceList('Only these kinds of company news', 'corp_activity')),
    economic_category: Type.Optional(choiceList('Only these kinds of economic news', 'economic_category')),
    priority: Type.Optional(choiceList('Only news of these priorities', 'priority')),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 520,
        pattern: '^(\\d{1,4}~)?[A-Za-z0-9+/=_-]*$',
        description: '`meta.pagination.next_cursor` of the previous page; `v2` alone.',
      }),
    ),
    limit: limit(200, 50),
    lang,
  }),
  response: { rows: NewsItem },
  parseRequest({ query }) {
    const symbols = parseSymbols(
      parseCommaList(query.symbols, { parameter: 'symbols', maxItems: 20 }),
      'symbols',
    ).sort()
    const filters: [key: string, values: string[]][] = [['lang', [query.lang]]]
    for (const { parameter, key, most, ...rest } of flowFilters) {
      const values = parseCommaList(query[parameter], {
        parameter,
        maxItems: most,
        ...('known' in rest ? { allowed: rest.known } : { format: filterFormat }),
      })
      const written = parameter === 'country' ? toSortedUpper(values) : values
      if (values.length > 0) filters.push([key, written])
    }
    if (symbols.length > 0) filters.push(['symbol', symbols])
    if (query.version === 'v1') rejectV2OnlyFilters(filters, query.cursor)
    return { version: query.version, filters, ...parseFlowCursor(query.cursor), limit: query.limit }
  },
  toUpstreamRequest({ version, filters, cursor }) {
    const contract = getContract(version === 'v1' ? 'news.flow.v1' : 'news.flow.v2')
    const base = buildUpstreamRequest(contract, { query: { cursor } })
    // The provider insists on this order, of keys and of values.
    const sorted = filters
      .map(([key, values]) => `${key}:${values.join(',')}`)
      .sort()
      .map((filter) => ['filter', filter] as const)
    return { ...base, query: [...sorted, ...base.query] }
  },
  toResult(json, { version, cursor, skip, limit: most }) {
    if (version === 'v1') return toNewsResult(json, most)
    const { rows, page } = paginate(newsItems(json).map(toItem), most, skip)
    const theirs = textOrNull(objectOrEmpty(objectOrEmpty(json).pagination).cursor)
    const total = cursor === undefined && theirs === null ? page.total : null
    return {
      rows,
      page: { ...page, offset: 0, total, next_offset: null },
      nextCursor: page.next_offset === null ? theirs : `${page.next_offset}~${cursor ?? ''}`,
    }
  },
  parameterForComplaint(complaint) {
    if (/cursor/i.test(complaint)) return 'cursor'
    const [, blamed] = /filter '(\w+)'/.exec(complaint) ?? []
    if (blamed === 'symbol') return 'symbols'
    return flowFilters.find(({ key }) => key === blamed)?.parameter ?? blamed
  },
})

/** The provider's cursor, and in front of it how many rows of the page it leads to were given already: `50~eyJf…`. */
function parseFlowCursor(written = ''): { cursor: string | undefined; skip: number } {
  const [, skip = '0', cursor = ''] = /^(?:(\d+)~)?(.*)$/.exec(written) ?? []
  return { cursor: cursor === '' ? undefined : cursor, skip: Number(skip) }
}

function rejectV2OnlyFilters(
  filters: readonly (readonly [string, readonly string[]])[],
  cursor: string | undefined,
): void {
  const unsupportedKey = filters.find(([key]) => key !== 'lang' && key !== 'symbol')?.[0]
  const ours = flowFilters.find(({ key }) => key === unsupportedKey)?.parameter
  const name = ours ?? (cursor === undefined ? undefined : 'cursor')
  if (name === undefined) return
  throw invalidParameter(name, `Version v1 of the flow does not know ${name}.`, 'version=v2')
}

export const getSymbolNews = defineProduct({
  name: 'getSymbolNews',
  params: Type.Object({ symbol: symbolParameter }),
  query: Type.Object({
    exchange: Type.Optional(exchangeParameter),
    section: withDefault(
      oneOf(['all', 'press_release', 'financial_statement', 'insider_trading', 'esg'], {
        description: 'Only this kind of news.',
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
  parseRequest: ({ params, query: { exchange, ...wish } }) => ({
    ...wish,
    symbol: parseSymbol(params.symbol, exchange),
    provider: providerId(wish.provider),
  }),
  toUpstreamRequest: (question) =>
    buildUpstreamRequest(getContract('news.headlines.v2.symbol-view'), {
      query: {
        lang: question.lang,
        symbol: question.symbol,
        section: question.section === 'all' ? '' : question.section,
        provider: question.provider,
        area: question.area && areas[question.area],
      },
    }),
  toResult: (json, question) => toNewsResult(json, question.limit),
  symbolToVerify: ({ symbol }) => symbol,
})

/** The first rows of a list that cannot be asked for the rest. */
function toNewsResult(json: unknown, most: number): ProductResult {
  const { rows, page } = paginate(newsItems(json).map(toItem), most)
  return { rows, page: { ...page, next_offset: null } }
}

/** A bare list, `items`, or `items` in sections. */
function newsItems(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : itemsOf(requireObject(json))
}

function itemsOf({ items, sections: parts }: Json): readonly unknown[] {
  if (items !== undefined) return requireArray(items)
  if (Array.isArray(parts)) return parts.flatMap((part) => requireArray(objectOrEmpty(part).items ?? []))
  throw upstreamChanged('news without items')
}

function toItem(value: unknown) {
  const item = requireObject(value)
  const { id, title, published, provider: from, relatedSymbols } = item
  if (typeof title !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) {
    throw upstreamChanged('a news item without a title')
  }
  const publisher = objectOrEmpty(from)
  return {
    id: String(id),
    title,
    published_at: instantFromSeconds(published),
    provider: {
      id: typeof from === 'string' ? from : textOrNull(publisher.id),
      name: textOrNull(publisher.name) ?? textOrNull(item.source),
    },
    url: textOrNull(item.link),
    story_path: textOrNull(item.storyPath),
    urgency: numberOrNull(item.urgency),
    permission: textOrNull(item.permission),
    is_flash: booleanOrNull(item.is_flash) ?? false,
    is_exclusive: booleanOrNull(item.isExclusive) ?? false,
    summary: textOrNull(item.shortDescription),
    symbols: Array.isArray(relatedSymbols)
      ? relatedSymbols.flatMap((related) => textOrNull(objectOrEmpty(related).symbol) ?? [])
      : [],
  }
}
