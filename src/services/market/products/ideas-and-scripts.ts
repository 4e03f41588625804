/** Ideas and scripts published by users of the provider. */

import { type Static, type TObject, Type } from 'typebox'
import { nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type ContractId, getContract, isPastLastPage } from '../gateway/contracts.ts'
import {
  type Field,
  flagField,
  instantField,
  requiredText,
  rowReader,
  schemasOf,
  textField,
} from '../gateway/fields.ts'
import { providerOrigin } from '../gateway/hosts.ts'
import {
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

const count = (from: string, description: string): Field<number> => ({
  from,
  schema: Type.Integer({ description }),
  convert: (value) => numberOrNull(value) ?? 0,
})

const publicationFields = {
  id: {
    from: 'id',
    schema: Type.Integer({ description: 'The provider’s id.' }),
    convert(value: unknown) {
      if (typeof value === 'number') return value
      throw upstreamChanged('a publication without an id')
    },
  },
  title: requiredText('name', 'Title.', 'a publication without a name'),
  description: {
    ...textField('description', 'Text, possibly shortened.'),
    convert: (value: unknown, item: Json) => textOrNull(value) ?? textOrNull(item.shortDescription),
  },
  created_at: instantField('created_at', 'Time of publication.', instantFromText),
  updated_at: instantField('updated_at', 'Time of the last change.', instantFromText),
  url: { ...textField('chart_url', 'Page at the provider.'), convert: absoluteUrl },
  image_url: {
    ...textField('image.big', 'Image of the chart.'),
    convert: (value: unknown, item: Json) => absoluteUrl(textOrNull(value) ?? item.image_url),
  },
  symbol: {
    from: 'symbol',
    schema: nullable(symbolField),
    convert(value: unknown) {
      const { full_name, name } = objectOrEmpty(value)
      return textOrNull(full_name) ?? textOrNull(name)
    },
  },
  interval: textField('symbol.interval', 'Bar interval of the chart: minutes, or `1D`, `1W`.'),
  likes: count('likes_count', 'Number of likes.'),
  comments: count('comments_count', 'Number of comments.'),
  is_editors_pick: flagField('is_picked', 'Whether it is an editors’ pick.'),
  author: {
    from: 'user',
    schema: author,
    convert(value: unknown) {
      const { username, is_broker } = objectOrEmpty(value)
      return { username: textOrNull(username), is_broker: is_broker === true }
    },
  },
}

const directions = ['neutral', 'long', 'short'] as const

const ideaFields = {
  ...publicationFields,
  direction: {
    from: 'symbol.direction',
    schema: nullable(oneOf(directions, { description: 'The author’s expectation.' })),
    convert: (value: unknown) => directions[numberOrNull(value) ?? -1] ?? null,
  },
  is_video: flagField('is_video', 'Whether it is a video.'),
  is_education: flagField('is_education', 'Whether it is educational.'),
  is_hot: flagField('is_hot', 'Whether it is trending.'),
}

const readIdea = rowReader(ideaFields)
const Idea = Type.Object(schemasOf(ideaFields), { $id: 'Idea' })

const accessLevels = ['open', 'protected', 'invite_only'] as const
const kinds = ['indicator', 'strategy', 'library'] as const

const scriptFields = {
  ...publicationFields,
  script_id: textField('script_id_part', 'Value to use with the Pine contracts.'),
  kind: {
    ...textField('script_type', '`indicator`, `strategy` or `library`.'),
    convert: (value: unknown) => (value === 'study' ? 'indicator' : textOrNull(value)),
  },
  access: {
    from: 'script_access',
    schema: nullable(oneOf(accessLevels, { description: 'Access to the source.' })),
    convert: (value: unknown) => accessLevels[(numberOrNull(value) ?? 0) - 1] ?? null,
  },
  version: { ...textField('version', 'Version of the script, not of Pine.'), convert: idTextOrNull },
}

const readScript = rowReader(scriptFields)
const Script = Type.Object(schemasOf(scriptFields), { $id: 'Script' })

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
    const { rows, skippedRows } = usableRows(results, readIdea)
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
    const { rows: scripts, skippedRows } = usableRows(results, readScript)
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

function absoluteUrl(address: unknown): string | null {
  if (typeof address !== 'string' || !/^(https?:\/\/|\/)/.test(address)) return null
  return address.startsWith('/') ? providerOrigin + address : address
}
