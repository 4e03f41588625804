/** `/v1/artifacts`. */

import { Type } from 'typebox'
import { pageReply, totalMax, totalMeta } from '../../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { countArtifacts, readArtifacts, toArtifact } from '../../queries/operations/sync-history.ts'
import { Artifact } from '../../schema/index.ts'
import { chainId, operationsRoute, paging, sourceId, total } from '../params.ts'

export function artifactRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...operationsRoute,
    path: '/v1/artifacts',
    id: 'listArtifacts',
    summary: 'List artifacts',
    description: 'The saved responses of the sources, newest first.',
    query: Type.Object({ ...sourceId, ...chainId, ...total, ...paging }),
    response: { rows: Artifact },
    handle: async ({ query, after }) => {
      const filter = {
        sourceIds: query.source_id === undefined ? undefined : [query.source_id],
        chainId: query.chain_id,
      }
      const total = query.total ? await countArtifacts(cinema.store, filter, totalMax + 1) : undefined
      return pageReply({
        rows: await readArtifacts(cinema.store, filter, after(), query.limit),
        limit: query.limit,
        doc: (row) => JSON.stringify(toArtifact(row)),
        key: (row) => [row.id],
        meta: totalMeta(total, totalMax),
      })
    },
  })
}
