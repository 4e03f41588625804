/** `/v1/sync-status` of the sources and `/v1/sync-members`. */

import { Type } from 'typebox'
import { withDefault } from '../../../../http/openapi/fields.ts'
import { pageReply } from '../../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { isAfter, readSyncMembers } from '../../queries/operations/sync-members.ts'
import { readSyncStatus } from '../../queries/operations/sync-status.ts'
import { MemberState, SyncMember, SyncStatus } from '../../schema/index.ts'
import { chainId, operationsRoute, paging, sourceId } from '../params.ts'

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
    defineRoute({
      ...operationsRoute,
      path: '/v1/sync-members',
      id: 'listSyncMembers',
      summary: 'List members',
      description:
        'The theaters of each source, with how their last reads ended. A dead one is `stale`, with the reason.',
      query: Type.Object({ ...sourceId, ...chainId, state: Type.Optional(MemberState), ...paging }),
      response: { rows: SyncMember },
      handle: async ({ query, after }) => {
        const [afterSource = '', afterMember = ''] = after() ?? []
        const rows = await readSyncMembers(cinema, query)
        return pageReply({
          rows: rows
            .filter((row) => isAfter(row, [String(afterSource), String(afterMember)]))
            .slice(0, query.limit + 1),
          limit: query.limit,
          doc: (row) => JSON.stringify(row),
          key: (row) => [row.source_id, row.member_id],
        })
      },
    }),
  ]
}
