/** What the service is made from and how it fares: artifacts, jobs, runs, status, analytics. */

import { Type } from 'typebox'
import { toInstant } from '../../../core/clock.ts'
import type { AnalyticsWindow } from '../../../http/accounts.ts'
import { oneOf, withDefault } from '../../../http/openapi/fields.ts'
import { dataReply, pageReply } from '../../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { countRuns, readArtifacts, readRuns, toArtifact, toRun } from '../queries/sync-history.ts'
import { readSyncStatus } from '../queries/sync-status.ts'
import {
  AnalyticsSummary,
  type AnalyticsSync,
  Artifact,
  SyncJob,
  SyncRun,
  SyncRunStatus,
  SyncStatus,
} from '../schema/index.ts'
import { chainId, paging } from './params.ts'
import { planJobs, profiles } from './sync-plan.ts'

const shared = { method: 'GET', tag: 'Operations', access: 'key_or_token', cache: 'no-store' } as const
const sourceId = {
  source_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only of this source.' }),
  ),
}

export function operationRoutes(cinema: CinemaContext): AnyRoute[] {
  return [
    artifactsRoute(cinema),
    cinema.accounts.analyticsRoute({
      schema: AnalyticsSummary,
      sync: (window) => syncAnalytics(cinema, window),
    }),
    jobsRoute(cinema),
    runsRoute(cinema),
    statusRoute(cinema),
  ]
}

function artifactsRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/artifacts',
    id: 'listArtifacts',
    summary: 'Saved answers of the sources, newest first',
    query: Type.Object({ ...sourceId, ...chainId, ...paging }),
    response: { rows: Artifact },
    errors: ['invalid_cursor'],
    handle: async ({ query, after }) => {
      const filter = {
        sourceIds: query.source_id === undefined ? undefined : [query.source_id],
        chainId: query.chain_id,
      }
      return pageReply({
        rows: await readArtifacts(cinema.store, filter, after(), query.limit),
        limit: query.limit,
        doc: (row) => JSON.stringify(toArtifact(row)),
        key: (row) => [row.id],
      })
    },
  })
}

function jobsRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/sync-jobs',
    id: 'getSyncPlan',
    summary: 'The sync plan: what is run, with its command line',
    query: Type.Object({
      include_all: withDefault(Type.Boolean({ description: 'Opt-in jobs too.' }), false),
      profile: withDefault(oneOf(profiles, { description: 'Used when include_all is false.' }), 'daily'),
      requires_browser: Type.Optional(Type.Boolean()),
      requires_fresh_cookies: Type.Optional(Type.Boolean()),
    }),
    response: {
      data: Type.Object(
        {
          profile: Type.String(),
          include_all: Type.Boolean(),
          jobs: Type.Array(SyncJob),
        },
        { $id: 'SyncPlan' },
      ),
    },
    handle: ({ query }) =>
      dataReply({ profile: query.profile, include_all: query.include_all, jobs: planJobs(cinema, query) }),
  })
}

function runsRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/sync-runs',
    id: 'listSyncRuns',
    summary: 'Sync runs, newest first',
    description: 'With chain_id the runs of every source that reads this chain.',
    query: Type.Object({
      ...sourceId,
      ...chainId,
      status: Type.Optional(SyncRunStatus),
      ...paging,
    }),
    response: { rows: SyncRun },
    errors: ['invalid_cursor'],
    handle: async ({ query, after }) => {
      const sourceIds = matchingSourceIds(cinema, query.source_id, query.chain_id)
      const filter = { sourceIds, status: query.status }
      return pageReply({
        rows: sourceIds?.length === 0 ? [] : await readRuns(cinema.store, filter, after(), query.limit),
        limit: query.limit,
        doc: (row) => JSON.stringify(toRun(row, singleChainId(cinema, row.source_id))),
        key: (row) => [row.started_at, row.id],
      })
    },
  })
}

function statusRoute(cinema: CinemaContext): AnyRoute {
  return defineRoute({
    ...shared,
    path: '/v1/sync-status',
    id: 'listSyncStatus',
    summary: 'How each source does for each of its chains',
    query: Type.Object({
      ...sourceId,
      ...chainId,
      include_inactive: withDefault(Type.Boolean({ description: 'Also sources that are not read.' }), false),
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
  })
}

function matchingSourceIds(
  cinema: CinemaContext,
  source: string | undefined,
  chain: string | undefined,
): readonly string[] | undefined {
  if (source === undefined && chain === undefined) return undefined
  const ofChain =
    chain === undefined
      ? [source ?? '']
      : cinema.sources.filter(({ members }) => members.some((one) => one.chain === chain)).map(({ id }) => id)
  return source === undefined ? ofChain : ofChain.filter((id) => id === source)
}

function singleChainId(cinema: CinemaContext, sourceId: string): string | null {
  const source = cinema.sources.find(({ id }) => id === sourceId)
  const chains = new Set(source?.members.map(({ chain }) => chain))
  const [only = null] = chains
  return chains.size === 1 ? only : null
}

async function syncAnalytics(
  cinema: CinemaContext,
  { sinceMs, topLimit, nowMs }: AnalyticsWindow,
): Promise<AnalyticsSync> {
  const [runs, statuses] = await Promise.all([
    countRuns(cinema.store, sinceMs),
    readSyncStatus(cinema, false, nowMs),
  ])
  const healths = statuses.map(({ health }) => health)
  return {
    runs_by_status: runs.slice(0, topLimit).map((row) => ({
      status: row.status,
      runs: Number(row.runs),
      planned: Number(row.planned),
      completed: Number(row.completed),
      failed: Number(row.failed),
      latest_started_at: row.started_at === null ? null : toInstant(Number(row.started_at)),
      latest_finished_at: row.finished_at === null ? null : toInstant(Number(row.finished_at)),
    })),
    source_health_counts: Object.fromEntries(
      [...new Set(healths)].map((health) => [health, healths.filter((one) => one === health).length]),
    ),
    sources_attention: statuses
      .filter(({ health }) => health !== 'ok')
      .slice(0, topLimit)
      .map((status) => ({
        source_id: status.source_id,
        ...(status.chain_id === null ? {} : { chain_id: status.chain_id }),
        source_status: status.source_status,
        health: status.health,
        counts: status.counts,
        ...(status.latest_run === undefined ? {} : { latest_run: status.latest_run }),
        ...(status.latest_artifact === undefined ? {} : { latest_artifact: status.latest_artifact }),
      })),
  }
}
