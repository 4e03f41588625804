/** Ideas and scripts published by users of the provider. */

import { type Static, type TObject, Type } from 'typebox'
import { nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type ContractId, getContract, isPastLastPage } from '../gateway/contracts.ts'
import { providerOrigin } from '../gateway/hosts.ts'
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
import { usableRows } from '../gateway/usable-rows.ts'
import { lang, searchText } from '../parameters/query-fields.ts'
import { parseSymbol, symbolField } from '../parameters/symbol.ts'
import { defineProduct, type Page } from './product.ts'

const author = Type.Object(
  {
    username: nullable(Type.String({ description: 'User name at the provider.' })),
    is_broker: Type.Boolean({ description: 'Whether the account belongs to a broker.' }),
  },
  { description: 'Author.' },
)

const publicationFields = {
  id: Type.Integer({ description: 'The provider’s id.' }),
  title: Type.String({ description: 'Title.' }),
  description: nullable(Type.String({ description: 'Text, possibly shortened.' })),
  created_at: nullable(Type.String({ format: 'date-time', description: 'Time of publication.' })),
  updated_at: nullable(Type.String({ format: 'date-time', description: 'Time of the last change.' })),
  url: nullable(Type.String({ description: 'Page at the provider.' })),
  image_url: nullable(Type.String({ description: 'Image of the chart.' })),
  symbol: nullable(symbolField),
  interval: nullable(Type.String({ description: 'Bar interval of the chart: minutes, or `1D`, `1W`.' })),
  likes: Type.Integer({ description: 'Number of likes.' }),
  comments: Type.Integer({ description: 'Number of comments.' }),
  is_editors_pick: Type.Boolean({ description: 'Whether it is an editors’ pick.' }),
  author,
}

const directions = ['neutral', 'long', 'short'] as const

const Idea = Type.Object(
  {
    ...publicationFields,
    direction: nullable(oneOf(directions, { description: 'The author’s expectation.' })),
    is_video: Type.Boolean({ description: 'Whether it is a video.' }),
    is_education: Type.Boolean({ description: 'Whether it is educational.' }),
    is_hot: Type.Boolean({ description: 'Whether it is trending.' }),
  },
  { $id: 'Idea' },
)

const accessLevels = ['open', 'protected', 'invite_only'] as const
const kinds = ['indicator', 'strategy', 'library'] as const

const Script = Type.Object(
  {
    ...publicationFields,
    script_id: nullable(Type.String({ description: 'Value to use with the Pine contracts.' })),
    kind: nullable(Type.String({ description: '`indicator`, `strategy` or `library`.' })),
    access: nullable(oneOf(accessLevels, { description: 'Access to the source.' })),
    version: nullable(Type.String({ description: 'Version of the script, not of Pine.' })),
  },
  { $id: 'Script' },
)

const pagesMax = 50

const listQuery = {
  symbol: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'Only publications about this symbol: `EXCHANGE:TICKER` or a bare ticker.',
    }),
  ),
  q: Type.Optional(searchText('Only publications with these words.')),
  sort: withDefault(oneOf(['popular', 'recent'], { description: 'Sort order.' }), 'popular'),
  page: withDefault(Type.Integer({ minimum: 1, maximum: pagesMax, description: 'Page number.' }), 1),
  per_page: withDefault(Type.Integer({ minimum: 1, maximum: 24, description: 'Rows per page.' }), 20),
  lang,
}

type ListQuery = Static<TObject<typeof listQuery>>

function toListRequest<Query extends ListQuery>(query: Query): Query {
  return query.symbol === undefined ? query : { ...query, symbol: symbolOrTicker(query.symbol) }
}

/** This host also accepts bare tickers. */
function symbolOrTicker(text: string): string {
  return text.includes(':') ? parseSymbol(text) : parseSymbol(text, 'X').slice(2)
}

/** The provider's names. Without one it lists the newest first; `popular` is no value it knows. */
const providerSorts = { popular: 'trending', recent: 'recent' } as const

function toListParts({ symbol, q, sort, page, per_page, lang: locale }: ListQuery) {
  return { query: { symbol, q, sort: providerSorts[sort], page, per_page, locale } }
}

export const listIdeas = defineProduct({
  name: 'listIdeas',
  path: '/v1/ideas',
  tag: 'Ideas',
  summary: 'List public ideas',
  description: 'Ideas of the provider’s users, about one symbol or all, by popularity or date.',
  contract: 'ideas.list',
  query: Type.Object(listQuery),
  response: { rows: Idea },
  parseRequest: ({ query }) => toListRequest(query),
  toUpstream: (request) => toListParts(request),
  toResult(json, request) {
    const results = publicationsIn('ideas.list', json)
    const { rows, skippedRows } = usableRows(results, toIdea)
    const page = { ...toListPage(json, results.length, request), returned: rows.length }
    return { rows, page, skippedRows }
  },
})

export const listScripts = defineProduct({
  name: 'listScripts',
  path: '/v1/scripts',
  tag: 'Scripts',
  summary: 'List public scripts',
  description: 'Indicators, strategies and libraries of the provider’s users, about one symbol or all.',
  contract: 'scripts.list',
  query: Type.Object({
    ...listQuery,
    access: Type.Optional(
      oneOf(accessLevels, { description: 'Only scripts with this access; filters within a page.' }),
    ),
    kind: Type.Optional(oneOf(kinds, { description: 'Only scripts of this kind; filters within a page.' })),
  }),
  response: { rows: Script },
  parseRequest: ({ query }) => toListRequest(query),
  toUpstream: (request) => toListParts(request),
  toResult(json, request) {
    const results = publicationsIn('scripts.list', json)
    const { rows: scripts, skippedRows } = usableRows(results, toScript)
    const rows = scripts
      .filter(({ access }) => request.access === undefined || access === request.access)
      .filter(({ kind }) => request.kind === undefined || kind === request.kind)
    const page = { ...toListPage(json, results.length, request), returned: rows.length }
    // The provider's total includes scripts of every kind.
    const isFiltered = request.access !== undefined || request.kind !== undefined
    return { rows, page: isFiltered ? { ...page, total: null } : page, skippedRows }
  },
})

function publicationsIn(contract: ContractId, json: unknown): readonly unknown[] {
  if (isPastLastPage(getContract(contract), json)) return []
  return requireArray(requireObject(json).results)
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

function toIdea(value: unknown) {
  const item = requireObject(value)
  return {
    ...toPublication(item),
    direction: directions[numberOrNull(objectOrEmpty(item.symbol).direction) ?? -1] ?? null,
    is_video: booleanOrNull(item.is_video) ?? false,
    is_education: booleanOrNull(item.is_education) ?? false,
    is_hot: booleanOrNull(item.is_hot) ?? false,
  }
}

function toScript(value: unknown) {
  const item = requireObject(value)
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
  return address.startsWith('/') ? providerOrigin + address : address
}
