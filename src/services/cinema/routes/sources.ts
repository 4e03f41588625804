/** `/v1/sources`. */

import { Type } from 'typebox'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import { type CinemaContext, catalogueCache } from '../cinema-context.ts'
import { toSources } from '../queries/sources.ts'
import { Source } from '../schema/index.ts'
import { capablePage, catalogueRoute } from './list-replies.ts'
import { capability, paging } from './params.ts'

export function sourceRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...catalogueRoute,
    path: '/v1/sources',
    id: 'listSources',
    summary: 'List sources',
    description: 'The platforms, with their capabilities, horizon and limitations.',
    query: Type.Object({ ...capability, ...paging }),
    response: { rows: Source },
    cache: catalogueCache,
    handle: async (context) => capablePage(toSources(cinema, await cinema.theaters.current()), context),
  })
}
