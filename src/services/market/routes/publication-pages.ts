/** The pages of ideas and scripts, and their rows as CSV. */

import { Type } from 'typebox'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { stated } from '../../../http/pages/page-query.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { listIdeas, listScripts } from '../products/ideas-and-scripts.ts'
import type { Product } from '../products/product.ts'
import { csvReply, csvRoute, formText, pageRoute, readForPage, toReader } from './market-pages/page-route.ts'
import {
  type PublicationKind,
  type PublicationState,
  publicationKinds,
  publicationPage,
  publicationSorts,
} from './market-pages/publication-page.ts'
import { readProduct } from './market-pages/read-product.ts'

const products: Readonly<Record<PublicationKind, Product>> = { ideas: listIdeas, scripts: listScripts }
const names: Readonly<Record<PublicationKind, string>> = { ideas: 'Ideas', scripts: 'Scripts' }

const publicationState = {
  symbol: formText('A symbol or a ticker.', 80),
  q: formText('Words.', 100),
  sort: withDefault(oneOf(publicationSorts, { description: 'Sort order.' }), 'popular'),
  page: withDefault(Type.Integer({ minimum: 1, maximum: 50, description: 'Page number.' }), 1),
}

function toState(fields: PublicationState): PublicationState {
  return { ...fields, symbol: stated(fields.symbol), q: stated(fields.q) }
}

export function createPublicationPageRoutes(gateway: Gateway): AnyRoute[] {
  return publicationKinds.flatMap((kind) => [
    defineRoute({
      ...pageRoute,
      tag: names[kind],
      path: `/${kind}`,
      id: `get${names[kind]}Page`,
      summary: `Get ${kind} as a page`,
      query: Type.Object(publicationState),
      handle: async (context) => {
        const state = toState(context.query as PublicationState)
        const { found, problem } = await readForPage(
          (reader) => readProduct(products[kind], { query: { ...state } }, reader),
          context,
          gateway,
        )
        return publicationPage(kind, state, found, problem, context.nowMs)
      },
    }),
    defineRoute({
      ...csvRoute,
      tag: names[kind],
      path: `/${kind}.csv`,
      id: `get${names[kind]}File`,
      summary: `Get ${kind} as a CSV file`,
      query: Type.Object(publicationState),
      handle: async (context) => {
        const state = toState(context.query as PublicationState)
        const { rows } = await readProduct(
          products[kind],
          { query: { ...state } },
          toReader(context, gateway),
        )
        return csvReply(rows, Object.keys(rows[0] ?? {}), kind)
      },
    }),
  ])
}
