/** Ideas and scripts that users of the provider published. */

import { Type } from 'typebox'
import { nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type Contract, getContract } from '../gateway/contracts.ts'
import {
  booleanOrNull,
  idTextOrNull,
  instantFromText,
  type Json,
  numberOrNull,
  objectOrEmpty,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../gateway/json-guards.ts'
import { isPastLastPage } from '../gateway/past-last-page.ts'
import { buildUpstreamRequest } from '../gateway/upstream-request.ts'
import { lang, searchText } from '../parameters/query-fields.ts'
import { parseSymbol, symbolField } from '../parameters/symbol.ts'
import { defineProduct, type Page } from './product.ts'

const site = 'https://www.tradingview.com'

const author = Type.Object(
  {
    username: nullable(Type.String({ description: 'As the provider’s pages show it.' })),
    is_broker: Type.Boolean({ description: 'Whether it is a broker’s account.' }),
  },
  { description: 'Who published it.' },
)

const publicationFields = {
  id: Type.Integer({ description: 'The provider’s own.' }),
  title: Type.String({ description: 'Its headline.' }),
  description: nullable(Type.String({ description: 'Its text, as much as the list has of it.' })),
  created_at: nullable(Type.String({ format: 'date-time', description: 'When it was published.' })),
  updated_at: nullable(Type.String({ format: 'date-time', description: 'When it was last changed.' })),
  url: nullable(Type.String({ description: 'Its page at the provider.' })),
  image_url: nullable(Type.String({ description: 'A picture of its chart.' })),
  symbol: nullable(symbolField),
  interval: nullable(Type.String({ description: 'The bars of its chart: minutes, or `1D`, `1W`.' })),
  likes: Type.Integer({ description: 'How many users like it.' }),
  comments: Type.Integer({ description: 'How many comments it has.' }),
  is_editors_pick: Type.Boolean({ description: 'Whether the provider’s editors chose it.' }),
  author,
}

const directions = ['neutral', 'long', 'short'] as const

const Idea = Type.Object(
  {
    ...publicationFields,
    direction: nullable(oneOf(directions, { description: 'What the author expects.' })),
    is_video: Type.Boolean({ description: 'Told in a video.' }),
    is_education: Type.Boolean({ description: 'Meant to teach.' }),
    is_hot: Type.Boolean({ description: 'Much read at the moment.' }),
  },
  { $id: 'Idea' },
)

const accessLevels = ['open', 'protected', 'invite_only'] as const
const kinds = ['indicator', 'strategy', 'library'] as const

const Script = Type.Object(
  {
    ...publicationFields,
    script_id: nullable(Type.String({ description: 'As the Pine contracts take it.' })),
    kind: nullable(Type.String({ description: '`indicator`, `strategy` or `library`.' })),
    access: nullable(oneOf(accessLevels, { description: 'Who may read its source.' })),
    version: nullable(Type.String({ description: 'Its own version, not that of Pine.' })),
  },
  { $id: 'Script' },
)

const pagesMax = 50

const listQuery = {
  symbol: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'Only about this symbol: `EXCHANGE:TICKER` or a bare ticker.',
    }),
  ),
  q: Type.Optional(searchText('Only with these words.')),
  sort: withDefault(oneOf(['popular', 'recent'], { description: 'What comes first.' }), 'popular'),
  page: withDefault(Type.Integer({ minimum: 1, maximum: pagesMax, description: 'Which page.' }), 1),
  per_page: withDefault(Type.Integer({ minimum: 1, maximum: 24, description: 'Rows on a page.' }), 20),
  lang,
}

interface ListQuery {
  readonly symbol?: string
  readonly q?: string
  readonly sort: 'popular' | 'recent'
  readonly page: number
  readonly per_page: number
  readonly lang: string
}

function toListRequest(query: ListQuery) {
  return { ...query, symbol: query.symbol === undefined ? undefined : symbolOrTicker(query.symbol) }
}

/** This host takes bare tickers as well. */
function symbolOrTicker(written: string): string {
  if (written.includes(':')) return parseSymbol(written)
  return parseSymbol(written, 'X').slice(2)
}

function toUpstreamQuery(question: ReturnType<typeof toListRequest>) {
  return {
    symbol: question.symbol,
    q: question.q,
    sort: question.sort === 'recent' ? 'recent' : undefined,
    page: question.page,
    per_page: question.per_page,
    locale: question.lang,
  }
}

const ideas = getContract('ideas.list')
const scripts = getContract('scripts.list')

export const listIdeas = defineProduct({
  name: 'listIdeas',
  query: Type.Object(listQuery),
  response: { rows: Idea },
  parseRequest: ({ query: wish }) => toListRequest(wish),
  toUpstreamRequest: (question) => buildUpstreamRequest(ideas, { query: toUpstreamQuery(question) }),
  toResult(json, question) {
    const results = publicationsIn(ideas, json)
    return { rows: results.map(toIdea), page: toListPage(json, results.length, question) }
  },
})

export const listScripts = defineProduct({
  name: 'listScripts',
  query: Type.Object({
    ...listQuery,
    access: Type.Optional(
      oneOf(accessLevels, { description: 'Only scripts of this page with this access.' }),
    ),
    kind: Type.Optional(oneOf(kinds, { description: 'Only scripts of this page of this kind.' })),
  }),
  response: { rows: Script },
  parseRequest: ({ query: wish }) => ({ ...toListRequest(wish), access: wish.access, kind: wish.kind }),
  toUpstreamRequest: (question) => buildUpstreamRequest(scripts, { query: toUpstreamQuery(question) }),
  toResult(json, question) {
    const results = publicationsIn(scripts, json)
    const rows = results
      .map(toScript)
      .filter(({ access }) => question.access === undefined || access === question.access)
      .filter(({ kind }) => question.kind === undefined || kind === question.kind)
    const page = { ...toListPage(json, results.length, question), returned: rows.length }
    // The provider counts scripts of every kind.
    const isNarrowed = question.access !== undefined || question.kind !== undefined
    return { rows, page: isNarrowed ? { ...page, total: null } : page }
  },
})

function publicationsIn(contract: Contract, json: unknown): Json[] {
  if (isPastLastPage(contract, json)) return []
  return requireArray(requireObject(json).results).map(requireObject)
}

function toListPage(
  json: unknown,
  rowCount: number,
  { page, per_page }: { page: number; per_page: number },
): Page {
  const { count, next } = requireObject(json)
  const start = (page - 1) * per_page
  const total = numberOrNull(count)
  const hasMore = next === undefined ? total !== null && start + rowCount < total : textOrNull(next) !== null
  return {
    limit: per_page,
    offset: start,
    returned: rowCount,
    total,
    next_offset: null,
    next_page: hasMore && rowCount > 0 && page < pagesMax ? page + 1 : null,
  }
}

function toPublication(item: Json) {
  const { id, name, image_url, user, symbol } = item
  if (typeof id !== 'number' || typeof name !== 'string')
    throw upstreamChanged('a publication without a name')
  const about = objectOrEmpty(symbol)
  const by = objectOrEmpty(user)
  const image = objectOrEmpty(item.image)
  return {
    id,
    title: name,
    description: textOrNull(item.description) ?? textOrNull(item.shortDescription),
    created_at: instantFromText(item.created_at),
    updated_at: instantFromText(item.updated_at),
    url: absoluteUrl(textOrNull(item.chart_url)),
    image_url: absoluteUrl(textOrNull(image.big) ?? textOrNull(image_url)),
    symbol: textOrNull(about.full_name) ?? textOrNull(about.name),
    interval: textOrNull(about.interval),
    likes: numberOrNull(item.likes_count) ?? 0,
    comments: numberOrNull(item.comments_count) ?? 0,
    is_editors_pick: booleanOrNull(item.is_picked) ?? false,
    author: { username: textOrNull(by.username), is_broker: booleanOrNull(by.is_broker) ?? false },
  }
}

function toIdea(item: Json) {
  return {
    ...toPublication(item),
    direction: directions[numberOrNull(objectOrEmpty(item.symbol).direction) ?? -1] ?? null,
    is_video: booleanOrNull(item.is_video) ?? false,
    is_education: booleanOrNull(item.is_education) ?? false,
    is_hot: booleanOrNull(item.is_hot) ?? false,
  }
}

function toScript(item: Json) {
  const kind = textOrNull(item.script_type)
  return {
    ...toPublication(item),
    script_id: textOrNull(item.script_id_part),
    kind: kind === 'study' ? 'indicator' : kind,
    access: accessLevels[(numberOrNull(item.script_access) ?? 0) - 1] ?? null,
    version: idTextOrNull(item.version),
  }
}

function absoluteUrl(address: string | null): string | null {
  if (address === null || !/^(https?:\/\/|\/)/.test(address)) return null
  return address.startsWith('/') ? site + address : address
}
