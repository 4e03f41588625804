/** A news item: its schema, and how it is parsed out of the provider's formats. */

import { Type } from 'typebox'
import { nullable } from '../../../../http/openapi/fields.ts'
import {
  flagField,
  instantField,
  integerField,
  requiredText,
  rowReader,
  schemasOf,
  textField,
} from '../../gateway/fields.ts'
import {
  type Json,
  objectOrEmpty,
  requireArray,
  requireObject,
  textOrNull,
  upstreamChanged,
  webUrlOrNull,
} from '../../gateway/json-guards.ts'
import { type UsableRows, usableRows } from '../../gateway/usable-rows.ts'
import { type ProductResult, paginate } from '../product.ts'

const newsFields = {
  id: {
    from: 'id',
    schema: Type.String({ description: 'The provider’s id.' }),
    convert(value: unknown) {
      if (typeof value === 'string' || typeof value === 'number') return String(value)
      throw upstreamChanged('a news item without an id')
    },
  },
  title: requiredText('title', 'Headline.', 'a news item without a title'),
  published_at: instantField('published', 'Time of publication.'),
  provider: {
    from: 'provider',
    schema: Type.Object(
      {
        id: nullable(Type.String({ description: 'Value to use in `provider`.' })),
        name: nullable(Type.String({ description: 'Display name.' })),
      },
      { description: 'Publisher.' },
    ),
    convert(value: unknown, item: Json) {
      const { id, name } = objectOrEmpty(value)
      return {
        id: typeof value === 'string' ? value : textOrNull(id),
        name: textOrNull(name) ?? textOrNull(item.source),
      }
    },
  },
  url: { ...textField('link', 'The story at its publisher, if linked.'), convert: webUrlOrNull },
  story_path: textField('storyPath', 'Path of the story at the provider.'),
  urgency: integerField('urgency', '1 for flashes, 2 for other news.'),
  permission: textField('permission', 'Restriction on the text; null if there is none.'),
  is_flash: flagField('is_flash', 'Whether it is a flash ahead of the story.'),
  is_exclusive: flagField('isExclusive', 'Whether it is exclusive.'),
  summary: textField('shortDescription', 'Short summary; only `/v1/news/latest` has it.'),
  symbols: {
    from: 'relatedSymbols',
    schema: Type.Array(Type.String(), { description: 'Related symbols.', examples: [['NASDAQ:AAPL']] }),
    convert: (value: unknown) =>
      (Array.isArray(value) ? value : []).flatMap(
        (related) => textOrNull(objectOrEmpty(related).symbol) ?? [],
      ),
  },
}

export const toNewsItem = rowReader(newsFields)
export const NewsItem = Type.Object(schemasOf(newsFields), { $id: 'NewsItem' })

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
