/** `/v1/sync-status`. */

import { Type } from 'typebox'
import { withDefault } from '../../../http/openapi/fields.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { readSyncStatus } from '../queries/sync-status.ts'
import { SyncStatus } from '../schema/index.ts'
import { chainId, operationsRoute, sourceId } from './params.ts'

export function syncStatusRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...operationsRoute,
      path: '/v1/sync-status',
      id: 'listSyncStatus',
      summary: 'List sync status',
      description: 'The health of each source, per chain.',
      query: Type.Object({
        ...sourceId,
        ...chainId,
        include_inactive: withDefault(Type.Boolean({ description: 'Include inactive sources.' }), false),
      }),
      response: { rows: SyncStatus },
      handle: async ({ query, nowMs }) => {
        const all = await readSyncStatus(cinema, query.include_inactive, nowMs)
        const rows = all.filter(
          (status) =>
            (query.source_id === undefined || status.source_id === query.source_id) &&
            (query.chain_id === undefined || status.chain_id === query.chain_id),
        )
        return { rows: rows.map((row) => JSON.stringify(row)) }
      },
    }),
  ]
}
