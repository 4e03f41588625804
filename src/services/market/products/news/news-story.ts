/** The text of a news story. */

import { Type } from 'typebox'
import { nullable } from '../../../../http/openapi/fields.ts'
import {
  type Json,
  objectOrEmpty,
  requireObject,
  textOrNull,
  upstreamChanged,
} from '../../gateway/json-guards.ts'
import { lang } from '../../parameters/query-fields.ts'
import { defineProduct } from '../product.ts'
import { NewsItem, toNewsItem } from './news-item.ts'

const textLengthMax = 200_000

const NewsStory = Type.Object(
  {
    ...NewsItem.properties,
    summary: nullable(Type.String({ description: 'Short summary.' })),
    text: nullable(
      Type.String({
        description:
          'Plain text; an empty line separates paragraphs. Null if the provider has none, as for publishers that show it elsewhere only: see `permission` and `url`.',
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

/** What stands between two texts, unless nothing comes before or after it. */
class Gap {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const paragraphGap = new Gap('\n\n')
const cellGap = new Gap(' ')

const gapsByType: ReadonlyMap<unknown, Gap> = new Map([
  ...['p', 'list', '*', 'quote', 'table', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (type) => [type, paragraphGap] as const,
  ),
  ...['td', 'th'].map((type) => [type, cellGap] as const),
])

/**
 * A text is a tree of `type`, `params` and `children`, whose leaves are strings. Symbols and links may have their text in
 * `params`. A tree of any depth is read without recursion. Null without a tree, or if it is empty.
 */
export function storyText(tree: unknown): string | null {
  if (tree === undefined || tree === null || isEmpty(tree)) return null
  let text = ''
  let gap = ''
  const stack: unknown[] = [tree]
  while (stack.length > 0 && text.length <= textLengthMax) {
    const node = stack.pop()
    if (node instanceof Gap) {
      if (node.text.length > gap.length) gap = node.text
    } else if (typeof node === 'string') {
      if (node === '') continue
      text += text === '' ? node : `${gap}${node}`
      gap = ''
    } else if (Array.isArray(node)) {
      for (let at = node.length - 1; at >= 0; at--) stack.push(node[at])
    } else pushParts(stack, objectOrEmpty(node))
  }
  const tidied = tidy(text)
  if (tidied === '') throw upstreamChanged('a story whose tree has no text')
  return tidied
}

function isEmpty(tree: unknown): boolean {
  const { children } = objectOrEmpty(tree)
  return Array.isArray(children) && children.length === 0
}

/** In reverse: the last one is read first. */
function pushParts(stack: unknown[], { type, params, children }: Json): void {
  const { text, linkText } = objectOrEmpty(params)
  const gap = gapsByType.get(type)
  if (gap) stack.push(gap)
  if (type === 'br') stack.push('\n')
  if (Array.isArray(children) && children.length > 0) stack.push(children)
  else stack.push(textOrNull(text) ?? textOrNull(linkText) ?? '')
  if (gap) stack.push(gap)
}

/** Without the first half of a character at the end. */
function tidy(text: string): string {
  return text
    .slice(0, textLengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
