/** Usage and sync analytics. */

import { Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { Artifact, SyncRun } from './operations.ts'
import { CoverageSummary } from './source.ts'

export type AnalyticsMetricRow = Type.Static<typeof AnalyticsMetricRow>
export const AnalyticsMetricRow = Type.Object(
  {
    usecase: Type.Optional(Type.String()),
    route: Type.Optional(Type.String()),
    route_family: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer()),
    calls: Type.Optional(Type.Integer()),
    runs: Type.Optional(Type.Integer()),
    windows: Type.Optional(Type.Integer()),
    identities: Type.Optional(Type.Integer()),
    requests: Type.Optional(Type.Integer()),
    blocked_estimate: Type.Optional(Type.Integer()),
    planned: Type.Optional(Type.Integer()),
    completed: Type.Optional(Type.Integer()),
    failed: Type.Optional(Type.Integer()),
    credits: Type.Optional(Type.Number()),
    last_seen_at: Type.Optional(nullable(instant())),
    latest_started_at: Type.Optional(nullable(instant())),
    latest_finished_at: Type.Optional(nullable(instant())),
  },
  { $id: 'AnalyticsMetricRow' },
)

const rows = () => Type.Array(AnalyticsMetricRow)

export type AnalyticsUsage = Type.Static<typeof AnalyticsUsage>
export const AnalyticsUsage = Type.Object(
  {
    totals: Type.Object({
      ledger_entries: Type.Integer(),
      identities: Type.Integer(),
      credits: Type.Number(),
      last_seen_at: nullable(instant()),
    }),
    by_usecase: rows(),
    by_route: rows(),
  },
  { $id: 'AnalyticsUsage' },
)

export type AnalyticsAuth = Type.Static<typeof AnalyticsAuth>
export const AnalyticsAuth = Type.Object(
  {
    active_keys: Type.Integer(),
    revoked_keys: Type.Integer(),
    expired_keys: Type.Integer(),
    key_emails: Type.Integer(),
    latest_key_created_at: nullable(instant()),
    latest_key_used_at: nullable(instant()),
    credit_accounts: Type.Object({
      accounts: Type.Integer(),
      accounts_with_balance: Type.Integer(),
      credits_used: Type.Number(),
      credits_granted: Type.Number(),
    }),
    limit_requests_by_status: rows(),
  },
  { $id: 'AnalyticsAuth' },
)

export type AnalyticsSync = Type.Static<typeof AnalyticsSync>
export const AnalyticsSync = Type.Object(
  {
    runs_by_status: rows(),
    source_health_counts: Type.Record(Type.String(), Type.Integer()),
    sources_attention: Type.Array(
      Type.Object({
        source_id: Type.String(),
        chain_id: Type.Optional(Type.String()),
        source_status: Type.String(),
        health: Type.String(),
        counts: CoverageSummary,
        latest_run: Type.Optional(SyncRun),
        latest_artifact: Type.Optional(Artifact),
      }),
    ),
  },
  { $id: 'AnalyticsSync' },
)

export type AnalyticsSummary = Type.Static<typeof AnalyticsSummary>
export const AnalyticsSummary = Type.Object(
  {
    window: Type.Object({ days: Type.Integer(), top_limit: Type.Integer(), since: Type.Optional(instant()) }),
    usage: AnalyticsUsage,
    rate_limits: rows(),
    auth: AnalyticsAuth,
    sync: AnalyticsSync,
  },
  { $id: 'AnalyticsSummary' },
)
