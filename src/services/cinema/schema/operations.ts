/** Artifacts, sync jobs, sync runs and sync status. */

import { Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { SyncHealth, SyncRunStatus } from './enums.ts'
import { CoverageSummary } from './source.ts'

const freeObject = () => Type.Record(Type.String(), Type.Unknown())

export type Artifact = Type.Static<typeof Artifact>
export const Artifact = Type.Object(
  {
    id: Type.Integer(),
    source_id: nullable(Type.String()),
    chain_id: nullable(Type.String()),
    artifact_type: Type.String(),
    local_path: nullable(Type.String()),
    s3_uri: nullable(Type.String()),
    sha256: nullable(Type.String()),
    bytes: nullable(Type.Integer()),
    row_count: nullable(Type.Integer()),
    captured_at: nullable(instant()),
    imported_at: nullable(instant()),
    metadata: freeObject(),
  },
  { $id: 'Artifact' },
)

export type SyncJob = Type.Static<typeof SyncJob>
export const SyncJob = Type.Object(
  {
    id: Type.String(),
    mode: Type.String({ examples: ['daily_full', 'browser_daily_full', 'cookie_gated_full'] }),
    command: Type.Array(Type.String()),
    enabled_by_default: Type.Boolean(),
    requires_browser: Type.Boolean(),
    requires_fresh_cookies: Type.Boolean(),
    source_id: Type.Optional(nullable(Type.String())),
    chain_id: Type.Optional(nullable(Type.String())),
    command_string: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    timeout_seconds: Type.Optional(Type.Integer()),
    default_daily: Type.Optional(Type.Boolean()),
  },
  { $id: 'SyncJob' },
)

export type SyncRun = Type.Static<typeof SyncRun>
export const SyncRun = Type.Object(
  {
    id: Type.String(),
    source_id: nullable(Type.String()),
    chain_id: nullable(Type.String()),
    mode: Type.String(),
    status: SyncRunStatus,
    started_at: instant(),
    finished_at: nullable(instant()),
    planned: Type.Integer(),
    completed: Type.Integer(),
    failed: Type.Integer(),
    error_message: nullable(Type.String()),
    metadata: freeObject(),
  },
  { $id: 'SyncRun' },
)

export type SyncStatus = Type.Static<typeof SyncStatus>
export const SyncStatus = Type.Object(
  {
    source_id: Type.String(),
    chain_id: nullable(Type.String()),
    chain_name: nullable(Type.String()),
    source_name: Type.String(),
    platform: nullable(Type.String()),
    source_status: Type.String(),
    health: SyncHealth,
    counts: CoverageSummary,
    coverage: CoverageSummary,
    latest_run: Type.Optional(SyncRun),
    latest_artifact: Type.Optional(Artifact),
  },
  { $id: 'SyncStatus' },
)
