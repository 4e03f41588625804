/** The pages of news: headlines, and a story. */

import { Type } from 'typebox'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { stated } from '../../../http/pages/page-query.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { getHeadlines } from '../products/news/news.ts'
import { getNewsStory } from '../products/news/news-story.ts'
import { newsCategories, newsPage, storyPage } from './market-pages/news-page.ts'
import { formText, pageRoute, readForPage, toReader } from './market-pages/page-route.ts'
import { readProduct } from './market-pages/read-product.ts'

export function createNewsPageRoutes(gateway: Gateway): AnyRoute[] {
  return [
    defineRoute({
      ...pageRoute,
      tag: 'News',
      path: '/news',
      id: 'getNewsPage',
      summary: 'Get headlines as a page',
      query: Type.Object({
        category: withDefault(oneOf(newsCategories, { description: 'Category.' }), 'stock'),
        symbol: formText('Only news of this symbol, `EXCHANGE:TICKER`.', 80),
      }),
      handle: async (context) => {
        const { category } = context.query
        const symbol = stated(context.query.symbol)
        const query = symbol === undefined ? { category } : { symbol }
        const { found, problem } = await readForPage(
          (reader) => readProduct(getHeadlines, { query }, reader),
          context,
          gateway,
        )
        return newsPage({ category, symbol }, found, problem, context.nowMs)
      },
    }),
    defineRoute({
      ...pageRoute,
      tag: 'News',
      path: '/news/:id',
      id: 'getStoryPage',
      summary: 'Get a news story as a page',
      params: Type.Object({
        id: Type.String({ maxLength: 200, pattern: '^[\\x21-\\x7e]+$', description: '`id` of a story.' }),
      }),
      handle: async (context) => {
        const { id } = context.params
        const { data } = await readProduct(getNewsStory, { params: { id } }, toReader(context, gateway))
        return storyPage(id, data, context.nowMs)
      },
    }),
  ]
}
