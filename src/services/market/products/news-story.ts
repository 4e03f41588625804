/** The text of a news story. */

import { Type } from 'typebox'
import { nullable } from '../../../http/openapi/fields.ts'
import { objectOrEmpty, requireObject, textOrNull } from '../gateway/json-guards.ts'
import { lang } from '../parameters/query-fields.ts'
import { NewsItem, toNewsItem } from './news-item.ts'
import { defineProduct } from './product.ts'

const textLengthMax = 200_000

const NewsStory = Type.Object(
  {
    ...NewsItem.properties,
    summary: nullable(Type.String({ description: 'Short summary.' })),
    text: nullable(
      Type.String({
        description:
          'Plain text; an empty line separates paragraphs. Null if the publisher shows it elsewhere only: see `permission` and `url`.',
      }),
    ),
  },
  { $id: 'NewsStory' },
)

export const getNewsStory = defineProduct({
  name: 'getNewsStory',
  path: '/v1/news/stories/{id}',
  tag: 'News',
  summary: 'Get a news story',
  description: 'The story with its text. The lists of news have its `id`.',
  contract: 'news.story',
  params: Type.Object({
    id: Type.String({
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      description: '`id` of a news item.',
      examples: ['ledger-daily:611de033009ee:0'],
    }),
  }),
  query: Type.Object({ lang }),
  response: { data: NewsStory },
  errors: ['not_found'],
  parseRequest: ({ params: { id }, query }) => ({ id, lang: query.lang }),
  toUpstream: (query) => ({ query }),
  toResult: (json) => {
    const story = requireObject(json)
    return { data: { ...toNewsItem(story), text: storyText(story.astDescription) } }
  },
})

const paragraphs: ReadonlySet<unknown> = new Set(['p', 'list', '*', 'quote', 'table', 'tr'])

/**
 * A text is a tree of `type`, `params` and `children`, whose leaves are strings. Symbols and links may have their text in
 * `params`. A tree of any depth is read without recursion.
 */
export function storyText(tree: unknown): string | null {
  const parts: string[] = []
  let length = 0
  const stack: unknown[] = [tree]
  while (stack.length > 0 && length <= textLengthMax) {
    const node = stack.pop()
    if (typeof node === 'string') {
      parts.push(node)
      length += node.length
    } else if (Array.isArray(node)) {
      for (let at = node.length - 1; at >= 0; at--) stack.push(node[at])
    } else {
      const { type, params, children } = objectOrEmpty(node)
      const { text, linkText } = objectOrEmpty(params)
      if (paragraphs.has(type)) stack.push('\n\n')
      if (type === 'br') stack.push('\n')
      if (Array.isArray(children) && children.length > 0) stack.push(children)
      else stack.push(textOrNull(text) ?? textOrNull(linkText) ?? '')
    }
  }
  const lines = parts.join('').slice(0, textLengthMax).split('\n')
  return textOrNull(
    lines
      .map((line) => line.trim())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  )
}
