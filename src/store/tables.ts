/** Tables shared by all services. A service adds its own with `read.withTables<…>()`. */

import type { HostState } from '../core/outbound/host-closed.ts'

/** Small, irreplaceable data, synced to disk on every commit. */
export interface LedgerTables extends MarkTable {
  migration: { name: string; applied_at: number; checksum: string | null }
  publication: PublicationRow
  lease: { name: string; holder: string; expires_at: number }
  sync_run: SyncRunRow
  artifact: ArtifactRow
  quarantined_member: QuarantinedMemberRow
  /** What sources remember about their members between runs. */
  member_note: { source_id: string; member_id: string; note: string; noted_at: number }
  artifact_file: ArtifactFileRow
  member_health: MemberHealthRow
  source_members: SourceMembersRow
  host_state: HostStateRow
  source_change: SourceChangeRow
  alarm: AlarmRow
  alarm_mute: AlarmMuteRow
  alarm_message: AlarmMessageRow
  roster_entry: RosterEntryRow
  member_proposal: MemberProposalRow
  run_request: RunRequestRow
  webhook: WebhookRow
  webhook_delivery: WebhookDeliveryRow
}

/** Large data that can be derived from artifacts. */
export interface ReadModelTables extends MarkTable {
  publication: PublicationRow
  change: ChangeRow
  member_state: MemberStateRow
  notice: NoticeRow
  /** When a list first lacked a notice. It stays until another list confirms that. */
  notice_absence: { id: string; absent_at: number }
}

/** Facts about the database itself: the profile that it belongs to, and what is still to be rebuilt. */
export interface MarkTable {
  store_mark: { name: string; value: string }
}

/** How often a scope has been published, or how many changes a service has logged; see `Database.version`. */
export interface PublicationRow {
  scope: string
  version: number
  published_at: number
}

/** One run of one source. Times are milliseconds since the epoch. */
export interface SyncRunRow {
  id: string
  service: string
  source_id: string
  mode: string
  status: 'running' | 'succeeded' | 'partial' | 'failed'
  holder: string
  started_at: number
  finished_at: number | null
  planned: number
  completed: number
  failed: number
  error_message: string | null
  /** JSON with the outcome per member. */
  metadata: string
  /** The share of the members that it reads, or null for a run of the source as a whole. */
  share: number | null
  /** The e-mail address of the operator. A run that was cancelled is `running`, then `failed`. */
  cancelled_by: string | null
}

/** The saved responses of one member at one time. */
export interface ArtifactRow {
  id: number
  service: string
  source_id: string
  member_id: string
  run_id: string | null
  artifact_type: string
  /** The path in the artifact folder, or the key in the bucket. */
  location: string
  storage: 'disk' | 's3'
  sha256: string
  bytes: number
  row_count: number
  captured_at: number
  imported_at: number | null
}

/** A member that stalled or crashed the sync thread. */
export interface QuarantinedMemberRow {
  source_id: string
  member_id: string
  service: string
  reason: string
  /** How often it happened since the member was last published or released by an operator. */
  times: number
  since: number
  /** It is not synced before this time. */
  until: number
}

/** How the last reads of a member ended. */
export interface MemberHealthRow {
  source_id: string
  member_id: string
  tried_at: number
  succeeded_at: number | null
  /** When its content last changed. */
  changed_at: number | null
  /** The last success, or before one, the first attempt. */
  confirmed_at: number | null
  /** Consecutive ones. */
  failures: number
  /** Of the last failure; null after a success. */
  error_code: string | null
  error_message: string | null
  /** When it is to be read again. */
  due_at: number
}

/** How a host answers; see `HostStates`. Hosts that have always answered have no row. */
export interface HostStateRow {
  host: string
  /** The group of endpoints that it concerns; empty for all. */
  endpoints: string
  state: HostState
  since: number
  seen_at: number
  /** Until when it is not asked; null if it may be. */
  closed_until: number | null
  /** 1: then one request finds out if it is back. */
  needs_probe: number
}

/** A source whose members changed in the same way; see `recordSourceChange`. */
export interface SourceChangeRow {
  source_id: string
  service: string
  since: number
  /** The last run that found it. */
  seen_at: number
  members: number
  /** Of the first of them. */
  reason: string
}

/** A cause of which operators hear; see `updateAlarms`. */
export interface AlarmRow {
  /** The kind and, if there can be several of it, the subject: `host_refuses:api.example.org`. */
  id: string
  kind: string
  subject: string
  /** The host name of the node that found it; empty if it is the same for all nodes. */
  node: string
  detail: string
  since: number
  seen_at: number
  /** Since when the cause no longer holds; null if it does. */
  absent_since: number | null
  /** When messages about it were queued; null if it is muted, or too young. */
  announced_at: number | null
}

/** What operators do not want to hear of. */
export interface AlarmMuteRow {
  /** The id of an alarm, a kind, or `all`. */
  target: string
  until: number
  muted_at: number
  muted_by: string
  note: string | null
}

/** A message to operators. */
export interface AlarmMessageRow {
  /** The same for all recipients. */
  id: string
  /** An e-mail address, or `webhook`. */
  recipient: string
  /** JSON; see `Message`. */
  body: string
  created_at: number
  /** When it may be sent, or sent again. */
  due_at: number
  attempts: number
  sent_at: number | null
  /** Of the last attempt. */
  error: string | null
}

export type WebhookState = 'on' | 'paused' | 'ended' | 'disabled'

/** A subscription to changes, which are posted to an address of its owner. */
export interface WebhookRow {
  id: string
  identity_id: string
  service: string
  /** The parameters of the filter as a JSON object of texts, as they were sent. */
  filters: string
  url: string
  label: string | null
  state: WebhookState
  /** Why it has ended or is disabled. */
  reason: string | null
  /** The secret follows from the id and this number; see `webhookSecrets`. */
  secret_version: number
  /** Until when the secret before it also signs. */
  old_secret_until: number | null
  /** Of the read model that its position belongs to. */
  epoch: number
  /** The number of the last change up to which every matching one is delivered or has a row in `webhook_delivery`. */
  position: number
  /** When that change was detected; 0 if that is not known. */
  position_at: number
  /** Raised when its owner moves it or lets it go on: the position that a sender knows is then outdated. */
  generation: number
  created_at: number
  changed_at: number
  /** Since when every attempt has failed. */
  failing_since: number | null
  /** Attempts that failed in a row. */
  failures: number
  delivered_at: number | null
  /** When its owner is to be told that it was disabled; null if that is done or not due. */
  mail_due_at: number | null
}

export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed'

/** A change that was sent, or is to be sent again. It has no copy of the change: that is read from the log for each attempt. */
export interface WebhookDeliveryRow {
  /** The `webhook-id`: the same for all attempts. */
  id: string
  webhook_id: string
  epoch: number
  /** Of the change; 0 for other messages. */
  number: number
  type: string
  subject: string
  /** 0 if the change made it leave the filter. */
  matches: number
  state: WebhookDeliveryState
  attempts: number
  due_at: number
  created_at: number
  finished_at: number | null
  /** Of the response to the last attempt. */
  status: number | null
  error: string | null
}

/** How many members a source has, by state. */
export interface SourceMembersRow {
  source_id: string
  service: string
  members_on: number
  members_new: number
  members_stale: number
  members_off: number
}

/** A member as its platform listed it; see `RosterMemory`. */
export interface RosterEntryRow {
  source_id: string
  member_id: string
  name: string | null
  /** JSON. */
  place: string | null
  seen_at: number
  absent_since: number | null
}

/** A change of the registry that follows from what a platform lists. */
export interface MemberProposalRow {
  id: string
  /** The roster that it comes from. */
  roster: string
  source_id: string
  member_id: string
  kind: string
  /** For people. */
  detail: string
  /** JSON: the cells of the registry that change. */
  cells: string
  found_at: number
  status: string
  decided_at: number | null
  decided_by: string | null
}

/** A run that an operator has requested and no process has started yet; one per source. */
export interface RunRequestRow {
  source_id: string
  service: string
  /** The id that the run will have. */
  run_id: string
  /** JSON: the ids of the members to read, or null for all. */
  members: string | null
  /** 1: publish lists also if they shrank suspiciously. */
  force: number
  requested_at: number
  /** The e-mail address of the operator. */
  requested_by: string
}

/** A file that may exist without an artifact: about to be written, or about to be removed. */
export interface ArtifactFileRow {
  storage: 'disk' | 's3'
  location: string
  /** The process that writes or removes it: `host:pid`. */
  holder: string
  noted_at: number
}

/** The last publish of a member, written in the same transaction as its rows. */
export interface MemberStateRow {
  service: string
  source_id: string
  member_id: string
  artifact_id: number
  record_count: number
  published_at: number
  /** Why the newest artifact was held back or published in part, or null. */
  held_reason: string | null
  /** Of the responses, if to publish them again would change nothing. */
  response_digest: string | null
  /** When they were last read and published as a whole. */
  digested_at: number | null
  /** What `toStoredTag` made of the tag of the response, if there was one response and it had one. */
  response_tag: string | null
  /** When that response was last received; a confirmation by its host does not count. */
  tagged_at: number | null
}

/** One entry of the change log. */
export interface ChangeRow {
  service: string
  /** Counts the changes of the service, without gaps. */
  number: number
  /** When the responses that show the change were fetched. */
  detected_at: number
  /** Subject and verb, such as `posting.closed`. */
  type: string
  /** The id of what changed; of a trust center, the vendor or framework. Empty if it has none. */
  subject: string
  /** JSON of `ChangeKeys`: the values by which readers filter, after the change. */
  keys: string
  /** The same before the change, if they differ. */
  keys_before: string | null
  /** These three only for trust centers, whose list is filtered by them. */
  severity: string | null
  provider: string | null
  company_id: string | null
  /** JSON: what else is known about the change. */
  doc: string | null
}

/** The table of the notices service: columns to filter and sort by, and the resource as it is served. */
export interface NoticeRow {
  id: string
  source_id: string
  member_id: string
  town: string
  category: string
  published_on: string
  title: string
  hash: string
  doc: string
}
