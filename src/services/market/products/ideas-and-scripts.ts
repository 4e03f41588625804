/** Ideas and scripts that users of the provider published. */

import { Type } from 'typebox'
import { nullable, oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { type Contract, contractOf } from '../gateway/contracts.ts'
import {
  asArray,
  asObject,
  changed,
  flag,
  inner,
  instantText,
  type Json,
  number,
  text,
  word,
} from '../gateway/json-guards.ts'
import { isPastEnd } from '../gateway/past-last-page.ts'
import { askOf } from '../gateway/upstream-request.ts'
import { lang, search } from '../parameters/query-fields.ts'
import { parseSymbol, rowSymbol } from '../parameters/symbol.ts'
import { defineProduct, type Page } from './product.ts'

const site = 'https://www.tradingview.com'

const author = Type.Object(
  {
    username: nullable(Type.String({ description: 'As the provider’s pages show it.' })),
    is_broker: Type.Boolean({ description: 'Whether it is a broker’s account.' }),
  },
  { description: 'Who published it.' },
)

const shared = {
  id: Type.Integer({ description: 'The provider’s own.' }),
  title: Type.String({ description: 'Its headline.' }),
  description: nullable(Type.String({ description: 'Its text, as much as the list has of it.' })),
  created_at: nullable(Type.String({ format: 'date-time', description: 'When it was published.' })),
  updated_at: nullable(Type.String({ format: 'date-time', description: 'When it was last changed.' })),
  url: nullable(Type.String({ description: 'Its page at the provider.' })),
  image_url: nullable(Type.String({ description: 'A picture of its chart.' })),
  symbol: nullable(rowSymbol),
  interval: nullable(Type.String({ description: 'The bars of its chart: minutes, or `1D`, `1W`.' })),
  likes: Type.Integer({ description: 'How many users like it.' }),
  comments: Type.Integer({ description: 'How many comments it has.' }),
  is_editors_pick: Type.Boolean({ description: 'Whether the provider’s editors chose it.' }),
  author,
}

const directions = ['neutral', 'long', 'short'] as const

const Idea = Type.Object(
  {
    ...shared,
    direction: nullable(oneOf(directions, { description: 'What the author expects.' })),
    is_video: Type.Boolean({ description: 'Told in a video.' }),
    is_education: Type.Boolean({ description: 'Meant to teach.' }),
    is_hot: Type.Boolean({ description: 'Much read at the moment.' }),
  },
  { $id: 'Idea' },
)

const accesses = ['open', 'protected', 'invite_only'] as const
const kinds = ['indicator', 'strategy', 'library'] as const

const Script = Type.Object(
  {
    ...shared,
    script_id: nullable(Type.String({ description: 'As the Pine contracts take it.' })),
    kind: nullable(Type.String({ description: '`indicator`, `strategy` or `library`.' })),
    access: nullable(oneOf(accesses, { description: 'Who may read its source.' })),
    version: nullable(Type.String({ description: 'Its own version, not that of Pine.' })),
  },
  { $id: 'Script' },
)

const pagesMax = 50

const query = {
  symbol: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'Only about this symbol: `EXCHANGE:TICKER` or a bare ticker.',
    }),
  ),
  q: Type.Optional(search('Only with these words.')),
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

function toQuestion(wish: ListQuery) {
  return { ...wish, symbol: wish.symbol === undefined ? undefined : symbolOrTicker(wish.symbol) }
}

/** This host takes bare tickers as well. */
function symbolOrTicker(written: string): string {
  if (written.includes(':')) return parseSymbol(written)
  return parseSymbol(written, 'X').slice(2)
}

function toParameters(question: ReturnType<typeof toQuestion>) {
  return {
    symbol: question.symbol,
    q: question.q,
    sort: question.sort === 'recent' ? 'recent' : undefined,
    page: question.page,
    per_page: question.per_page,
    locale: question.lang,
  }
}

const ideas = contractOf('ideas.list')
const scripts = contractOf('scripts.list')

export const listIdeas = defineProduct({
  name: 'listIdeas',
  query: Type.Object(query),
  answer: { rows: Idea },
  question: ({ query: wish }) => toQuestion(wish),
  toAsk: (question) => askOf(ideas, { query: toParameters(question) }),
  read(json, question) {
    const results = resultsOf(ideas, json)
    return { rows: results.map(toIdea), page: pageOfList(json, results.length, question) }
  },
})

export const listScripts = defineProduct({
  name: 'listScripts',
  query: Type.Object({
    ...query,
    access: Type.Optional(oneOf(accesses, { description: 'Only scripts of this page with this access.' })),
    kind: Type.Optional(oneOf(kinds, { description: 'Only scripts of this page of this kind.' })),
  }),
  answer: { rows: Script },
  question: ({ query: wish }) => ({ ...toQuestion(wish), access: wish.access, kind: wish.kind }),
  toAsk: (question) => askOf(scripts, { query: toParameters(question) }),
  read(json, question) {
    const results = resultsOf(scripts, json)
    const rows = results
      .map(toScript)
      .filter(({ access }) => question.access === undefined || access === question.access)
      .filter(({ kind }) => question.kind === undefined || kind === question.kind)
    const page = { ...pageOfList(json, results.length, question), returned: rows.length }
    // The provider counts scripts of every kind.
    const isNarrowed = question.access !== undefined || question.kind !== undefined
    return { rows, page: isNarrowed ? { ...page, total: null } : page }
  },
})

function resultsOf(contract: Contract, json: unknown): Json[] {
  if (isPastEnd(contract, json)) return []
  return asArray(asObject(json).results).map(asObject)
}

function pageOfList(
  json: unknown,
  found: number,
  { page, per_page }: { page: number; per_page: number },
): Page {
  const { count, next } = asObject(json)
  const start = (page - 1) * per_page
  const total = number(count)
  const hasMore = next === undefined ? total !== null && start + found < total : text(next) !== null
  return {
    limit: per_page,
    offset: start,
    returned: found,
    total,
    next_offset: null,
    next_page: hasMore && found > 0 && page < pagesMax ? page + 1 : null,
  }
}

function toPublication(item: Json) {
  const { id, name, image_url, user, symbol } = item
  if (typeof id !== 'number' || typeof name !== 'string') throw changed('a publication without a name')
  const about = inner(symbol)
  const by = inner(user)
  const image = inner(item.image)
  return {
    id,
    title: name,
    description: text(item.description) ?? text(item.shortDescription),
    created_at: instantText(item.created_at),
    updated_at: instantText(item.updated_at),
    url: absolute(text(item.chart_url)),
    image_url: absolute(text(image.big) ?? text(image_url)),
    symbol: text(about.full_name) ?? text(about.name),
    interval: text(about.interval),
    likes: number(item.likes_count) ?? 0,
    comments: number(item.comments_count) ?? 0,
    is_editors_pick: flag(item.is_picked) ?? false,
    author: { username: text(by.username), is_broker: flag(by.is_broker) ?? false },
  }
}

function toIdea(item: Json) {
  return {
    ...toPublication(item),
    direction: directions[number(inner(item.symbol).direction) ?? -1] ?? null,
    is_video: flag(item.is_video) ?? false,
    is_education: flag(item.is_education) ?? false,
    is_hot: flag(item.is_hot) ?? false,
  }
}

function toScript(item: Json) {
  const kind = text(item.script_type)
  return {
    ...toPublication(item),
    script_id: text(item.script_id_part),
    kind: kind === 'study' ? 'indicator' : kind,
    access: accesses[(number(item.script_access) ?? 0) - 1] ?? null,
    version: word(item.version),
  }
}

function absolute(address: string | null): string | null {
  if (address === null || !/^(https?:\/\/|\/)/.test(address)) return null
  return address.startsWith('/') ? site + address : address
}
