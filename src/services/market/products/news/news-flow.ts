/** The news flow: the feed behind the provider's news pages, with filters and a cursor. */

import { Type } from 'typebox'
import type { CursorKey } from '../../../../http/cursor.ts'
import { cursor, limit, oneOf, withDefault } from '../../../../http/openapi/fields.ts'
import { objectOrEmpty, textOrNull } from '../../gateway/json-guards.ts'
import { toSortedUpper } from '../../parameters/ascii-case.ts'
import { commaList, parseCommaList } from '../../parameters/comma-list.ts'
import { invalidParameter } from '../../parameters/invalid-parameter.ts'
import { lang } from '../../parameters/query-fields.ts'
import { parseSymbols } from '../../parameters/symbol.ts'
import { defineProduct, paginate } from '../product.ts'
import { NewsItem, newsItems, toNewsResult } from './news-item.ts'

/** Filters with a closed list of values. */
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

const flowFilters = [
  { parameter: 'corp_activity', key: 'corp_activity', maxItems: 20, allowed: flowValues.corp_activity },
  {
    parameter: 'economic_category',
    key: 'economic_category',
    maxItems: 20,
    allowed: flowValues.economic_category,
  },
  { parameter: 'market', key: 'market', maxItems: 9, allowed: flowValues.market },
  { parameter: 'country', key: 'market_country', maxItems: 20 },
  { parameter: 'priority', key: 'priority', maxItems: 4, allowed: flowValues.priority },
  { parameter: 'provider', key: 'provider', maxItems: 20 },
  { parameter: 'sector', key: 'sector', maxItems: 21 },
] as const

const filterFormat = { pattern: /^[\w .&/-]{1,60}$/, expected: 'letters, digits, spaces, dots and hyphens' }

export const getNewsFlow = defineProduct({
  name: 'getNewsFlow',
  path: '/v1/news/flow',
  tag: 'News',
  summary: 'List the news flow',
  description:
    'The feed behind the provider’s news pages. `version=v2` has a cursor and all filters, `v1` only `lang` and `symbols`.',
  contract: 'news.flow.v2',
  query: Type.Object({
    version: withDefault(oneOf(['v1', 'v2'], { description: 'Version of the provider’s feed.' }), 'v2'),
    symbols: Type.Optional(commaList('Only news about these symbols, at most 20.')),
    market: Type.Optional(choiceList('Only news about these types of markets', 'market')),
    country: Type.Optional(commaList('Only news about markets of these countries, two letters each.')),
    provider: Type.Optional(commaList('Only these providers, by `provider.id`.')),
    sector: Type.Optional(commaList('Only these sectors, by the values of the screener’s `sector` column.')),
    corp_activity: Type.Optional(choiceList('Only these kinds of company news', 'corp_activity')),
    economic_category: Type.Optional(choiceList('Only these kinds of economic news', 'economic_category')),
    priority: Type.Optional(choiceList('Only news of these priorities', 'priority')),
    cursor: Type.Optional(cursor()),
    limit: limit(200, 50),
    lang,
  }),
  response: { rows: NewsItem },
  parseRequest({ query, after }) {
    const symbolList = parseCommaList(query.symbols, { parameter: 'symbols', maxItems: 20 })
    const symbols = parseSymbols(symbolList, 'symbols').sort()
    const filters: [key: string, values: string[]][] = [['lang', [query.lang]]]
    for (const { key, ...options } of flowFilters) {
      const values = parseCommaList(query[options.parameter], { format: filterFormat, ...options })
      if (values.length > 0)
        filters.push([key, options.parameter === 'country' ? toSortedUpper(values) : values])
    }
    if (symbols.length > 0) filters.push(['symbol', symbols])
    if (query.version === 'v1') rejectV2OnlyFilters(filters, query.cursor)
    return { version: query.version, filters, ...toFlowPosition(after), limit: query.limit }
  },
  toUpstream: ({ version, filters, providerCursor }) => ({
    contract: version === 'v1' ? 'news.flow.v1' : 'news.flow.v2',
    // The provider requires filters in this order.
    query: {
      filter: filters.map(([key, values]) => `${key}:${values.join(',')}`).sort(),
      cursor: providerCursor ?? undefined,
    },
  }),
  toResult(json, { version, providerCursor, skip, limit: rowsMax }) {
    if (version === 'v1') return toNewsResult(json, rowsMax)
    const { rows: items, skippedRows } = newsItems(json)
    const { rows, page } = paginate(items, rowsMax, skip)
    const nextCursor = textOrNull(objectOrEmpty(objectOrEmpty(json).pagination).cursor)
    const total = providerCursor === null && nextCursor === null ? page.total : null
    const nextPage = nextCursor === null ? null : [0, nextCursor]
    return {
      rows,
      page: { ...page, offset: 0, total, next_offset: null },
      nextKey: page.next_offset === null ? nextPage : [page.next_offset, providerCursor],
      skippedRows,
    }
  },
  parameterForComplaint(complaint) {
    if (/cursor/i.test(complaint)) return 'cursor'
    const [, filter] = /filter '(\w+)'/.exec(complaint) ?? []
    if (filter === 'symbol') return 'symbols'
    return flowFilters.find(({ key }) => key === filter)?.parameter ?? filter
  },
})

/** How many rows of the provider's page to skip, and the provider's cursor of that page; null for the first one. */
function toFlowPosition([skip, providerCursor]: CursorKey = [0, null]) {
  return { skip: Number(skip), providerCursor: textOrNull(providerCursor) }
}

function rejectV2OnlyFilters(
  filters: readonly (readonly [string, readonly string[]])[],
  cursor: string | undefined,
): void {
  const unsupportedKey = filters.find(([key]) => key !== 'lang' && key !== 'symbol')?.[0]
  const filter = flowFilters.find(({ key }) => key === unsupportedKey)?.parameter
  const name = filter ?? (cursor === undefined ? undefined : 'cursor')
  if (name === undefined) return
  throw invalidParameter(name, `Version v1 of the flow does not support ${name}.`, 'version=v2')
}
