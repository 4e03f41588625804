/** `/v1/chains`. */

import { Type } from 'typebox'
import { notFound } from '../../../core/errors.ts'
import { dataReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache } from '../cinema-context.ts'
import { readChains } from '../queries/chains.ts'
import { Chain } from '../schema/index.ts'
import { cachedMeta, capablePage, catalogueRoute } from './list-replies.ts'
import { capability, paging } from './params.ts'

export function chainRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...catalogueRoute,
      path: '/v1/chains',
      id: 'listChains',
      summary: 'List chains',
      query: Type.Object({ ...capability, ...paging }),
      response: { rows: Chain },
      cache: catalogueCache,
      handle: async (context) => capablePage(await readChains(cinema), context),
    }),
    defineRoute({
      ...catalogueRoute,
      path: '/v1/chains/:chain_id',
      id: 'getChain',
      summary: 'Get a chain',
      params: Type.Object({ chain_id: Type.String({ description: '`id` of the chain.' }) }),
      response: { data: Chain },
      cache: catalogueCache,
      handle: async ({ params }) => {
        // Before anything is read: a stranger can make up any number of ids.
        if (!cinema.directory.chains.some(({ id }) => id === params.chain_id))
          throw notFound('chain', 'chain_id')
        const chain = (await readChains(cinema)).find(({ id }) => id === params.chain_id)
        if (chain === undefined) throw notFound('chain', 'chain_id')
        return dataReply(chain, cachedMeta)
      },
    }),
  ]
}
