/** `/v1/sync-members`. */

import { Type } from 'typebox'
import { pageReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { isAfter, readSyncMembers } from '../queries/sync-members.ts'
import { MemberState, SyncMember } from '../schema/index.ts'
import { chainId, operationsRoute, paging, sourceId } from './params.ts'

export function syncMemberRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    defineRoute({
      ...operationsRoute,
      path: '/v1/sync-members',
      id: 'listSyncMembers',
      summary: 'List members',
      description:
        'The theaters of each source, with how their last reads ended. A dead one is `stale`, with the reason.',
      query: Type.Object({ ...sourceId, ...chainId, state: Type.Optional(MemberState), ...paging }),
      response: { rows: SyncMember },
      errors: ['invalid_cursor'],
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
