/** The sync part of `/v1/analytics`. */

import { toInstant } from '../../../core/clock.ts'
import { defined } from '../../../core/defined.ts'
import type { AnalyticsWindow } from '../../../http/accounts.ts'
import type { AnyRoute } from '../../../http/route.ts'
import type { CinemaContext } from '../cinema-context.ts'
import { countRuns } from '../queries/operations/sync-history.ts'
import { readSyncStatus } from '../queries/operations/sync-status.ts'
import { AnalyticsSummary, type AnalyticsSync } from '../schema/index.ts'

export function analyticsRoute(cinema: CinemaContext): AnyRoute {
  return cinema.accounts.analyticsRoute({
    schema: AnalyticsSummary,
    sync: (window) => syncAnalytics(cinema, window),
  })
}

async function syncAnalytics(
  cinema: CinemaContext,
  { sinceMs, topLimit, nowMs }: AnalyticsWindow,
): Promise<AnalyticsSync> {
  const [runs, statuses] = await Promise.all([
    countRuns(cinema.store, sinceMs),
    readSyncStatus(cinema, false, nowMs),
  ])
  const byHealth = Map.groupBy(statuses, ({ health }) => health)
  const toInstantOrNull = (ms: number | null) => (ms === null ? null : toInstant(Number(ms)))
  return {
    runs_by_status: runs.slice(0, topLimit).map((row) => ({
      status: row.status,
      runs: Number(row.runs),
      planned: Number(row.planned),
      completed: Number(row.completed),
      failed: Number(row.failed),
      latest_started_at: toInstantOrNull(row.started_at),
      latest_finished_at: toInstantOrNull(row.finished_at),
    })),
    source_health_counts: Object.fromEntries([...byHealth].map(([health, { length }]) => [health, length])),
    sources_attention: statuses
      .filter(({ health }) => health !== 'ok')
      .slice(0, topLimit)
      .map((status) =>
        defined<AnalyticsSync['sources_attention'][number]>({
          source_id: status.source_id,
          chain_id: status.chain_id ?? undefined,
          source_status: status.source_status,
          health: status.health,
          counts: status.counts,
          latest_run: status.latest_run,
          latest_artifact: status.latest_artifact,
        }),
      ),
  }
}
