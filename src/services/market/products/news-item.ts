/** A news item: its schema, and how it is parsed out of the provider's formats. */

import { Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
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
  webUrlOrNull,
} from '../gateway/json-guards.ts'
import { type UsableRows, usableRows } from '../gateway/usable-rows.ts'
import { type ProductResult, paginate } from './product.ts'

export const NewsItem = Type.Object(
  {
    id: Type.String({ description: 'The provider’s id.' }),
    title: Type.String({ description: 'Headline.' }),
    published_at: nullable(Type.String({ format: 'date-time', description: 'Time of publication.' })),
    provider: Type.Object(
      {
        id: nullable(Type.String({ description: 'Value to use in `provider`.' })),
        name: nullable(Type.String({ description: 'Display name.' })),
      },
      { description: 'Publisher.' },
    ),
    url: nullable(Type.String({ description: 'The story at its publisher, if linked.' })),
    story_path: nullable(Type.String({ description: 'Path of the story at the provider.' })),
    urgency: nullable(Type.Integer({ description: '1 for flashes, 2 for other news.' })),
    permission: nullable(Type.String({ description: 'Restriction on the text; null if there is none.' })),
    is_flash: Type.Boolean({ description: 'Whether it is a flash ahead of the story.' }),
    is_exclusive: Type.Boolean({ description: 'Whether it is exclusive.' }),
    summary: nullable(Type.String({ description: 'Short summary; only `/v1/news/latest` has it.' })),
    symbols: Type.Array(Type.String(), { description: 'Related symbols.', examples: [['NASDAQ:AAPL']] }),
  },
  { $id: 'NewsItem' },
)

/** The first rows of a list without pages. */
export function toNewsResult(json: unknown, limit: number): ProductResult {
  const { rows: items, skippedRows } = newsItems(json)
  const { rows, page } = paginate(items, limit)
  return { rows, page: { ...page, next_offset: null }, skippedRows }
}

type Item = ReturnType<typeof toNewsItem>

/** From an array, `items`, or `items` in sections. */
export function newsItems(json: unknown): UsableRows<Item> {
  return usableRows(Array.isArray(json) ? json : itemsOf(requireObject(json)), toNewsItem)
}

function itemsOf({ items, sections: parts }: Json): readonly unknown[] {
  if (items !== undefined) return requireArray(items)
  // `items` that are no list count as one bad row.
  if (Array.isArray(parts)) return parts.flatMap((part) => objectOrEmpty(part).items ?? [])
  throw upstreamChanged('news without items')
}

export function toNewsItem(value: unknown) {
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
    url: webUrlOrNull(item.link),
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
