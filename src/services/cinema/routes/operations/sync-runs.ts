/** `/v1/sync-runs`. */

import { Type } from 'typebox'
import { pageReply, totalMax, totalMeta } from '../../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../../http/route.ts'
import type { CinemaContext } from '../../cinema-context.ts'
import { countListedRuns, readRuns, toRun } from '../../queries/operations/sync-history.ts'
import { singleChainId } from '../../queries/sources.ts'
import { SyncRun, SyncRunStatus } from '../../schema/index.ts'
import { chainId, operationsRoute, paging, sourceId, total } from '../params.ts'

export function syncRunRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...operationsRoute,
    path: '/v1/sync-runs',
    id: 'listSyncRuns',
    summary: 'List sync runs',
    description: 'Newest first. With `chain_id`, the runs of every source that has this chain.',
    query: Type.Object({
      ...sourceId,
      ...chainId,
      status: Type.Optional(SyncRunStatus),
      ...total,
      ...paging,
    }),
    response: { rows: SyncRun },
    handle: async ({ query, after }) => {
      const sourceIds = matchingSourceIds(cinema, query)
      const chainBySource = new Map(cinema.sources.map((source) => [source.id, singleChainId(source)]))
      const filter = { sourceIds, status: query.status }
      const isNone = sourceIds?.length === 0
      const count = async () => (isNone ? 0 : await countListedRuns(cinema.store, filter, totalMax + 1))
      const total = query.total ? await count() : undefined
      return pageReply({
        rows: isNone ? [] : await readRuns(cinema.store, filter, after(), query.limit),
        limit: query.limit,
        doc: (row) => JSON.stringify(toRun(row, chainBySource.get(row.source_id) ?? null)),
        key: (row) => [row.started_at, row.id],
        meta: totalMeta(total, totalMax),
      })
    },
  })
}

/** Undefined without a filter. A source that is no longer configured may still have runs. */
function matchingSourceIds(
  { sources }: CinemaContext,
  { source_id, chain_id }: { readonly source_id?: string; readonly chain_id?: string },
): readonly string[] | undefined {
  if (chain_id === undefined) return source_id === undefined ? undefined : [source_id]
  return sources
    .filter(({ members }) => members.some(({ chain }) => chain === chain_id))
    .map(({ id }) => id)
    .filter((id) => source_id === undefined || id === source_id)
}
