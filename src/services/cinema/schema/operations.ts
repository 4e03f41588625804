/** Artifacts, sync jobs, sync runs and sync status. */

import { Type } from 'typebox'
import { instant, nullable } from '../../../http/openapi/fields.ts'
import { MemberState, SyncHealth, SyncRunStatus } from './enums.ts'
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

export type MemberCounts = Type.Static<typeof MemberCounts>
export const MemberCounts = Type.Object(
  { on: Type.Integer(), new: Type.Integer(), stale: Type.Integer(), off: Type.Integer() },
  { $id: 'MemberCounts', description: 'Theaters by state.' },
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
    members: Type.Optional(MemberCounts),
    latest_run: Type.Optional(SyncRun),
    latest_artifact: Type.Optional(Artifact),
  },
  { $id: 'SyncStatus' },
)

export type SyncMember = Type.Static<typeof SyncMember>
export const SyncMember = Type.Object(
  {
    source_id: Type.String(),
    chain_id: Type.String(),
    member_id: Type.String(),
    name: Type.String({ description: 'Of the theater.' }),
    state: MemberState,
    reason: nullable(
      Type.String({ description: 'Why it is stale or off, or why its newest list is held back.' }),
    ),
    health: SyncHealth,
    record_count: Type.Integer({ description: 'Published records.' }),
    failures: Type.Integer({ description: 'Failed reads since the last success.' }),
    last_read_at: nullable(instant()),
    last_success_at: nullable(instant()),
    due_at: nullable(instant({ description: 'When it is to be read again.' })),
  },
  { $id: 'SyncMember' },
)
