/**
 * The types of the tables shared by all services. Their columns are described where they are created: here is what a type
 * of a column cannot say, and what later migrations added. A service adds its own tables with `read.withTables<…>()`.
 */

import type { HostState } from '../core/outbound/hosts/host-closed.ts'
import type { markTable, Narrowed, RowsOf } from './migrations/create-tables.ts'
import type { FrameTables as LedgerFrameTables } from './migrations/ledger/0001-frame.ts'
import type { QuarantineTables } from './migrations/ledger/0007-quarantine.ts'
import type { MemberNoteTables } from './migrations/ledger/0008-member-notes.ts'
import type { ArtifactFileTables } from './migrations/ledger/0009-artifact-files.ts'
import type { MemberHealthTables } from './migrations/ledger/0010-member-health.ts'
import type { SourceMembersTables } from './migrations/ledger/0011-source-members.ts'
import type { RosterTables } from './migrations/ledger/0014-rosters.ts'
import type { RunRequestTables } from './migrations/ledger/0024-run-requests.ts'
import type { HostStateTables } from './migrations/ledger/0028-host-states.ts'
import type { SourceChangeTables } from './migrations/ledger/0029-source-changes.ts'
import type { AlarmTables } from './migrations/ledger/0030-alarms.ts'
import type { WebhookTables } from './migrations/ledger/0032-webhooks.ts'
import type { SubscriptionTables } from './migrations/ledger/0033-subscriptions.ts'
import type { ChangeTables } from './read-model/changes.ts'
import type { FrameTables } from './read-model/frame.ts'

/** Small, irreplaceable data, synced to disk on every commit. */
export type LedgerTables = Narrowed<
  LedgerFrameTables &
    QuarantineTables &
    MemberNoteTables &
    SourceMembersTables &
    RosterTables &
    RunRequestTables &
    SourceChangeTables &
    AlarmTables,
  {
    migration: { name: string; applied_at: number; checksum: string | null }
    sync_run: SyncRunRow
    artifact: ArtifactRow
    artifact_file: Narrowed<ArtifactFileTables['artifact_file'], StoredWhere>
    member_health: MemberHealthRow
    host_state: HostStateRow
    webhook: WebhookRow
    webhook_delivery: WebhookDeliveryRow
    subscription: SubscriptionRow
  }
> &
  MarkTable

/** Large data that can be derived from artifacts. */
export type ReadModelTables = FrameTables & ChangeTables

export type MarkTable = RowsOf<{ store_mark: typeof markTable }>

export type PublicationRow = FrameTables['publication']

interface StoredWhere {
  storage: 'disk' | 's3'
}

export type SyncRunRow = Narrowed<
  LedgerFrameTables['sync_run'],
  {
    status: 'running' | 'succeeded' | 'partial' | 'failed'
    /** The share of the members that it reads, or null for a run of the source as a whole. */
    share: number | null
    /** The e-mail address of the operator. A run that was cancelled is `running`, then `failed`. */
    cancelled_by: string | null
  }
>

export type ArtifactRow = Narrowed<LedgerFrameTables['artifact'], StoredWhere>

export type MemberHealthRow = Narrowed<
  MemberHealthTables['member_health'],
  {
    /** The last success, or before one, the first attempt. */
    confirmed_at: number | null
  }
>

export type HostStateRow = Narrowed<HostStateTables['host_state'], { state: HostState }>

export type WebhookState = 'on' | 'paused' | 'ended' | 'disabled'
export type WebhookRow = Narrowed<WebhookTables['webhook'], { state: WebhookState }>

export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed'
export type WebhookDeliveryRow = Narrowed<WebhookTables['webhook_delivery'], { state: WebhookDeliveryState }>

export type SubscriptionRow = Narrowed<
  SubscriptionTables['subscription'],
  { form: 'email' | 'calendar'; every: 'day' | 'hour' | null; state: 'on' | 'stopped' }
>

export type QuarantinedMemberRow = LedgerTables['quarantined_member']
export type SourceMembersRow = LedgerTables['source_members']
export type SourceChangeRow = LedgerTables['source_change']
export type AlarmRow = LedgerTables['alarm']
export type AlarmMuteRow = LedgerTables['alarm_mute']
export type AlarmMessageRow = LedgerTables['alarm_message']
export type MemberProposalRow = LedgerTables['member_proposal']
export type RunRequestRow = LedgerTables['run_request']
export type MemberStateRow = ReadModelTables['member_state']
export type ChangeRow = ReadModelTables['change']
export type NoticeRow = ReadModelTables['notice']
