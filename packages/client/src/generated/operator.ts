/** The operator service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly [name: string]: unknown
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface OperatorMember {
  readonly source_id: string
  readonly service: string
  readonly member_id: string
  readonly name: string | null
  /** Where most requests for it go. */
  readonly host: string
  /** `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `changed`: it answers, but nothing usable. `off`: not read, for the reason. */
  readonly state: 'on' | 'stale' | 'changed' | 'off' | 'new'
  /** Why it is stale or off, or why its newest list is held back or was published in part. */
  readonly reason: string | null
  /** Why its newest list is held back. */
  readonly held_reason: string | null
  /** On what basis it is read. */
  readonly basis: string | null
  /** Where the registry has it from. */
  readonly provenance: string | null
  /** Published records. */
  readonly record_count: number
  /** Failed reads since the last success. */
  readonly failures: number
  /** Of the last read, if it failed. */
  readonly error_code: string | null
  readonly last_read_at: string | null
  readonly last_success_at: string | null
  /** The day of the last success or, before one, of the first attempt; before that, the day or month on which a list has seen it. */
  readonly confirmed_on: string | null
  /** Seconds since the last success. */
  readonly age_seconds: number | null
  /** When it is to be read again. */
  readonly due_at: string | null
}

export interface MemberTestResult {
  readonly source_id: string
  readonly member_id: string
  readonly responses: number
  /** Of the responses. */
  readonly characters: number
  readonly records: number
  /** Rows that cannot be used. */
  readonly dropped: number
  readonly seconds: number
}

export interface ChangedMembers {
  readonly added: number
  /** Entries of yours that had the same id. */
  readonly replaced: number
}

export interface DecidedMember {
  readonly source_id: string
  readonly member_id: string
  readonly status: 'on' | 'paused' | 'removed'
}

export interface Proposal {
  readonly id: string
  /** The source and the installation that it comes from. */
  readonly roster: string
  readonly source_id: string
  readonly member_id: string
  readonly kind: 'add' | 'rename' | 'move' | 'close'
  readonly detail: string
  /** What changes in the registry. */
  readonly cells: {
    readonly [name: string]: string
  }
  readonly found_at: string
  readonly status: 'open' | 'approved' | 'rejected'
  readonly decided_at: string | null
  readonly decided_by: string | null
}

export interface OperatorSource {
  readonly source_id: string
  readonly service: string
  readonly name: string
  readonly home: string
  /** Under which terms the data may be read. */
  readonly terms: string
  readonly basis: string | null
  /** Where an operator applies for a key or for permission. */
  readonly apply: string | null
  /** Members that are read. */
  readonly members: number
  /** Members that are not read. */
  readonly off: number
  /** Whether an operator has paused the source as a whole. */
  readonly paused: boolean
  readonly every_minutes: number
  /** Requests to a host at once. */
  readonly at_once: number
  /** The shortest time between two requests to a host. */
  readonly gap_ms: number
  readonly hosts: number
  /** The robots.txt of the first hosts. */
  readonly robots: readonly string[]
}

export interface DayPlan {
  /** Members that are read, by service. */
  readonly members: {
    readonly [name: string]: number
  }
  /** Members that a list names and that are not read, by service. */
  readonly candidates: {
    readonly [name: string]: number
  }
  /** Expected in a day. */
  readonly requests: number
  readonly sources: readonly {
    readonly source_id: string
    readonly service: string
    readonly members: number
    readonly hosts: number
    readonly every_minutes: number
    /** Expected in a day. */
    readonly requests: number
    /** How long one read of all members takes. */
    readonly minutes_per_round: number
    /** Whether that is less than the interval. */
    readonly fits: boolean
    /** The first read of all members, which may take more requests. */
    readonly first_round: {
      readonly requests: number
      readonly minutes: number
    }
  }[]
  /** Sources whose round takes too long. */
  readonly does_not_fit: readonly string[]
  /** Why members are not read. */
  readonly off: readonly {
    readonly service: string
    readonly reason: string
    readonly members: number
  }[]
  /** The busiest hosts. */
  readonly hosts: readonly {
    readonly host: string
    /** Expected in a day. */
    readonly requests: number
    /** How long they take at the pace of the host. */
    readonly minutes: number
    /** The first read of all members, which may take more requests. */
    readonly first_round: {
      readonly requests: number
      readonly minutes: number
    }
  }[]
}

export interface OperatorRun {
  readonly id: string
  readonly service: string
  readonly source_id: string
  /** `scheduled`, `manual` (all members), `members` (some of them) or `import`. */
  readonly mode: string
  /** `waiting`: requested, and not started by any node yet. `partial`: some members failed or were published in part. `cancelled`: an operator ended it; what it had published stays. */
  readonly status: 'waiting' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled'
  /** Of a run that waits: when it was requested. */
  readonly started_at: string
  readonly finished_at: string | null
  /** How long it took. */
  readonly seconds: number | null
  /** Members to read. */
  readonly planned: number
  /** Members that were published. */
  readonly completed: number
  /** Members that failed or were held back. */
  readonly failed: number
  /** Rows that were held back. */
  readonly held: number
  /** Rows that are gone. */
  readonly gone: number
  /** Rows behind a gate. */
  readonly gated: number
  readonly error_message: string | null
  /** The operator who cancelled it. While the status is `running`, it is about to end. */
  readonly cancelled_by: string | null
}

export interface OperatorRunDetail {
  readonly id: string
  readonly service: string
  readonly source_id: string
  /** `scheduled`, `manual` (all members), `members` (some of them) or `import`. */
  readonly mode: string
  /** `waiting`: requested, and not started by any node yet. `partial`: some members failed or were published in part. `cancelled`: an operator ended it; what it had published stays. */
  readonly status: 'waiting' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled'
  /** Of a run that waits: when it was requested. */
  readonly started_at: string
  readonly finished_at: string | null
  /** How long it took. */
  readonly seconds: number | null
  /** Members to read. */
  readonly planned: number
  /** Members that were published. */
  readonly completed: number
  /** Members that failed or were held back. */
  readonly failed: number
  /** Rows that were held back. */
  readonly held: number
  /** Rows that are gone. */
  readonly gone: number
  /** Rows behind a gate. */
  readonly gated: number
  readonly error_message: string | null
  /** The operator who cancelled it. While the status is `running`, it is about to end. */
  readonly cancelled_by: string | null
  /** The first 200 members that were not published, or only in part; known at the end. */
  readonly problems: readonly {
    readonly member_id: string
    readonly outcome: 'failed' | 'held' | 'partial'
    readonly code: string | null
    readonly message: string
  }[]
}

export interface OperatorOverview {
  /** Runs that have ended, by the hour of their start: the last 24. */
  readonly hours: readonly {
    readonly at: string
    readonly succeeded: number
    readonly partial: number
    readonly failed: number
    readonly cancelled: number
    /** How long its runs took on average, without those that were cancelled. */
    readonly seconds: number | null
  }[]
  /** Members by state. */
  readonly members: readonly {
    readonly service: string
    readonly on: number
    readonly new: number
    readonly stale: number
    readonly off: number
  }[]
  /** Saved responses. */
  readonly artifacts: readonly {
    readonly service: string
    readonly files: number
    readonly bytes: number
  }[]
  /** At most 100 hosts: those that do not answer as usual, then those with the most members. */
  readonly hosts: readonly {
    readonly host: string
    /** The group of endpoints that it concerns; empty for all. */
    readonly endpoints: string
    /** `answering`, `slow`, `limiting`, `refusing` or `failing`. */
    readonly state: string
    /** Null if it has always answered. */
    readonly since: string | null
    /** Until when it is not asked. */
    readonly closed_until: string | null
    /** Members that are read there. */
    readonly members: number
  }[]
  /** Members that answer, but with nothing usable, by source. */
  readonly unusable: readonly {
    readonly source_id: string
    readonly members: number
    /** Of the member that has waited longest. */
    readonly oldest_success_at: string | null
    /** Of one of them. */
    readonly reason: string
  }[]
  /** Alarms that were announced and are not over. */
  readonly alarms: number
  /** Platforms whose members changed in the same way. */
  readonly changed_sources: readonly {
    readonly source_id: string
    readonly since: string
    readonly members: number
    readonly reason: string
  }[]
}

export interface OperatorArtifact {
  readonly id: number
  readonly service: string
  readonly source_id: string
  readonly member_id: string
  readonly run_id: string | null
  /** `answers` of a sync, or `live` for a single read. */
  readonly artifact_type: string
  /** The path in the artifact folder, or the key in the bucket. */
  readonly location: string
  readonly bytes: number
  /** Responses in it. */
  readonly row_count: number
  readonly sha256: string
  readonly captured_at: string
  /** When it was first published. */
  readonly imported_at: string | null
}

export interface OperatorAlarms {
  /** Oldest first. */
  readonly alarms: readonly {
    readonly id: string
    readonly kind: string
    /** A host, source, service or node; empty if there is one only. */
    readonly subject: string
    readonly title: string
    readonly detail: string
    readonly since: string
    readonly state: 'open' | 'waiting' | 'muted' | 'calm'
    /** When messages about it were queued. */
    readonly announced_at: string | null
  }[]
  readonly mutes: readonly AlarmMute[]
}

export interface AlarmMute {
  /** The id of an alarm, a kind, or `all`. */
  readonly target: string
  readonly until: string
  readonly muted_by: string
  readonly note: string | null
}

export interface OperatorLimitRequest {
  readonly id: string
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly requests_per_second: number
  readonly requests_per_minute: number
  readonly reason: string
  readonly created_at: string
  readonly decided_at: string | null
  readonly decision_note: string | null
  /** Who asks. */
  readonly email: string
}

export interface LimitRequest {
  readonly id: string
  readonly status: 'pending' | 'approved' | 'rejected'
  readonly requests_per_second: number
  readonly requests_per_minute: number
  readonly reason: string
  readonly created_at: string
  readonly decided_at: string | null
  readonly decision_note: string | null
}

export interface Discovery {
  /** The address that was looked at first. */
  readonly target: string
  readonly findings: readonly {
    readonly service: string
    /** The source that reads it, as in `members add`; null if there is none. */
    readonly source: string | null
    /** The id of the platform or provider. */
    readonly platform: string
    readonly platform_name: string
    /** What identifies the member at the platform. */
    readonly member: {
      readonly [name: string]: string
    }
    /** Fields of the member that were not found. */
    readonly missing: readonly string[]
    /** The public page of the member. */
    readonly address: string | null
    /** Whether this server can read it. */
    readonly supported: boolean
    readonly unsupported_reason: string | null
    /** Whether it may be read by anyone, under a licence, with a key, or only by agreement. */
    readonly basis: 'open' | 'licence' | 'key' | 'ask'
    readonly terms: string
    readonly evidence: readonly {
      /** Where it was seen: the address itself, a redirect, a link, an embedded frame or script, the text of the page, a mark of the platform, structured data, or a CNAME record. */
      readonly kind: 'address' | 'redirect' | 'link' | 'embed' | 'text' | 'mark' | 'structured_data' | 'cname'
      /** The page it was seen in, if any. */
      readonly page: string | null
      /** The address or the mark. Of the query of an address, only what names the member is shown. */
      readonly detail: string
    }[]
  }[]
  readonly pages: readonly {
    readonly url: string
    /** A gate is reported and never worked around; `refused` is our own refusal to follow. */
    readonly outcome: 'read' | 'redirect' | 'missing' | 'gate' | 'refused' | 'failed'
    readonly reason: string | null
  }[]
  /** What a person has to decide or look up. */
  readonly undecided: readonly string[]
}

export interface ListMembersParams {
  readonly source_id?: string | undefined
  /** `jobs`, `cinema` or `trust`. */
  readonly service?: string | undefined
  /** `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `changed`: it answers, but nothing usable. `off`: not read, for the reason. */
  readonly state?: 'on' | 'stale' | 'changed' | 'off' | 'new' | undefined
  /** Only those whose newest list is held back. */
  readonly held?: boolean | undefined
  /** Part of the id or the name. */
  readonly q?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface AddMembersParams {
  readonly body: {
    /** A source; or `chains`, `installations`. */
    readonly source: string
    /** Cells by column of the table. */
    readonly entries: readonly {
      readonly [name: string]: string
    }[]
  }
}

export interface TestMemberParams {
  readonly source_id: string
  readonly member_id: string
}

export interface ImportMembersParams {
  readonly body: {
    /** A source; or `chains`, `installations`. */
    readonly source: string
    /** The text of the file. */
    readonly csv: string
  }
}

export interface RemoveMemberParams {
  readonly source_id: string
  /** A member, or `*` for every member of the source. */
  readonly member_id: string
  readonly body?:
    | {
        /** Who permitted it. */
        readonly agreed_by?: string
        /** When, such as 2026-11-02. */
        readonly agreed_on?: string
        /** Why. */
        readonly note?: string
      }
    | undefined
}

export interface PauseMemberParams {
  readonly source_id: string
  /** A member, or `*` for every member of the source. */
  readonly member_id: string
  readonly body?:
    | {
        /** Who permitted it. */
        readonly agreed_by?: string
        /** When, such as 2026-11-02. */
        readonly agreed_on?: string
        /** Why. */
        readonly note?: string
      }
    | undefined
}

export interface ResumeMemberParams {
  readonly source_id: string
  /** A member, or `*` for every member of the source. */
  readonly member_id: string
  readonly body?:
    | {
        /** Who permitted it. */
        readonly agreed_by?: string
        /** When, such as 2026-11-02. */
        readonly agreed_on?: string
        /** Why. */
        readonly note?: string
      }
    | undefined
}

export interface ListProposalsParams {
  readonly status?: 'open' | 'approved' | 'rejected' | undefined
  readonly source_id?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ApproveProposalParams {
  readonly proposal_id: string
  readonly body?:
    | {
        readonly cells?: {
          readonly [name: string]: string
        }
      }
    | undefined
}

export interface RejectProposalParams {
  readonly proposal_id: string
  readonly body?:
    | {
        readonly cells?: {
          readonly [name: string]: string
        }
      }
    | undefined
}

export interface ListSourcesParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListRunsParams {
  readonly source_id?: string | undefined
  /** Such as `jobs` or `cinema`. */
  readonly service?: string | undefined
  readonly status?: 'waiting' | 'running' | 'succeeded' | 'partial' | 'failed' | 'cancelled' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface StartRunParams {
  readonly body: {
    readonly source_id: string
    /** Only these. Default: all that are read. */
    readonly members?: readonly string[]
    /** Publish the lists of these members also if they were held back because they shrank. Refused for job boards: there a second list decides. */
    readonly force?: boolean
  }
}

export interface GetRunParams {
  readonly run_id: string
}

export interface RetryRunParams {
  readonly run_id: string
}

export interface CancelRunParams {
  readonly run_id: string
}

export interface ListArtifactsParams {
  readonly source_id?: string | undefined
  readonly member_id?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface MuteAlarmParams {
  readonly body: {
    /** The id of an alarm, which need not be open; a kind; or `all`. */
    readonly target: string
    readonly hours?: number
    /** Why. */
    readonly note?: string
  }
}

export interface UnmuteAlarmParams {
  readonly body: {
    /** The id of an alarm, which need not be open; a kind; or `all`. */
    readonly target: string
  }
}

export interface ListLimitRequestsParams {
  readonly status?: 'pending' | 'approved' | 'rejected' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ApproveLimitRequestParams {
  readonly request_id: string
  readonly body?:
    | {
        /** Instead of the requested one. */
        readonly requests_per_second?: number
        /** Instead of the requested one. */
        readonly requests_per_minute?: number
        /** A message to the caller. */
        readonly note?: string
      }
    | undefined
}

export interface RejectLimitRequestParams {
  readonly request_id: string
  readonly body?:
    | {
        /** A message to the caller. */
        readonly note?: string
      }
    | undefined
}

export interface DiscoverParams {
  readonly body: {
    /** A careers page, the site of a cinema, the address of a board, or a domain. */
    readonly target: string
  }
}

export interface Operator {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** List members The members of all sources with how their last reads ended, in the order of source and member. `meta.problems` says what is wrong with your tables, which are then not in effect. `GET /v1/members` */
  readonly listMembers: ListOperation<
    ListMembersParams,
    OperatorMember,
    {
      readonly data: readonly OperatorMember[]
      readonly meta: Meta
    }
  >
  /** Add members Adds entries to your tables; one with the same id replaces yours. If an entry is invalid, nothing is changed, and `error.details.problems` lists every problem. `POST /v1/members` */
  readonly addMembers: Operation<
    AddMembersParams,
    {
      readonly data: ChangedMembers
      readonly meta: Meta
    }
  >
  /** Read a member once Says what was found, or why it cannot be read. Stores and publishes nothing. One at a time for all operators, and ten per minute for each; recorded in the audit log. `POST /v1/members/{source_id}/{member_id}/test` */
  readonly testMember: Operation<
    TestMemberParams,
    {
      readonly data: MemberTestResult
      readonly meta: Meta
    }
  >
  /** Import members from CSV The header names columns of the table. Either all rows are added or none. For larger files there is `broadsheet members import`. `POST /v1/members/import` */
  readonly importMembers: Operation<
    ImportMembersParams,
    {
      readonly data: ChangedMembers
      readonly meta: Meta
    }
  >
  /** Remove a member It is ignored from now on. Published data stays. Replaces what was decided about the member before. `POST /v1/members/{source_id}/{member_id}/remove` */
  readonly removeMember: Operation<
    RemoveMemberParams,
    {
      readonly data: DecidedMember
      readonly meta: Meta
    }
  >
  /** Pause a member It is not read until it is resumed. Replaces what was decided about the member before. `POST /v1/members/{source_id}/{member_id}/pause` */
  readonly pauseMember: Operation<
    PauseMemberParams,
    {
      readonly data: DecidedMember
      readonly meta: Meta
    }
  >
  /** Resume a member Also confirms a candidate, and, with `agreed_by` and `agreed_on`, that the owner of a member with basis `ask` has agreed. Replaces what was decided about the member before. `POST /v1/members/{source_id}/{member_id}/resume` */
  readonly resumeMember: Operation<
    ResumeMemberParams,
    {
      readonly data: DecidedMember
      readonly meta: Meta
    }
  >
  /** List proposals Platforms that list their members are asked once a day; this is what differs from the registry. `GET /v1/proposals` */
  readonly listProposals: ListOperation<
    ListProposalsParams,
    Proposal,
    {
      readonly data: readonly Proposal[]
      readonly meta: Meta
    }
  >
  /** Approve a proposal Changes the registry. `cells` adds what the platform does not say, such as a time zone. `POST /v1/proposals/{proposal_id}/approve` */
  readonly approveProposal: Operation<
    ApproveProposalParams,
    {
      readonly data: Proposal
      readonly meta: Meta
    }
  >
  /** Reject a proposal It is not proposed again. `POST /v1/proposals/{proposal_id}/reject` */
  readonly rejectProposal: Operation<
    RejectProposalParams,
    {
      readonly data: Proposal
      readonly meta: Meta
    }
  >
  /** List sources Every source with its members, basis, pace and terms. `GET /v1/sources` */
  readonly listSources: Operation<
    ListSourcesParams,
    {
      readonly data: readonly OperatorSource[]
      readonly meta: Meta
    }
  >
  /** Get the plan of the day Members, expected requests and what does not fit. Of the hosts, the 200 busiest. `GET /v1/plan` */
  readonly getPlan: Operation<
    NoParams,
    {
      readonly data: DayPlan
      readonly meta: Meta
    }
  >
  /** List runs The runs of all services, newest first, with those that wait to be started. `GET /v1/runs` */
  readonly listRuns: ListOperation<
    ListRunsParams,
    OperatorRun,
    {
      readonly data: readonly OperatorRun[]
      readonly meta: Meta
    }
  >
  /** Read a source now As `broadsheet sync` does, on one of the nodes that sync, usually within seconds; follow it with `GET /v1/runs/{run_id}`. One run per source at a time. A request that no node has started after an hour is void. `POST /v1/runs` */
  readonly startRun: Operation<
    StartRunParams,
    {
      readonly data: OperatorRun
      readonly meta: Meta
    }
  >
  /** Get a run To follow it to its end, and to see which members failed and why. `GET /v1/runs/{run_id}` */
  readonly getRun: Operation<
    GetRunParams,
    {
      readonly data: OperatorRunDetail
      readonly meta: Meta
    }
  >
  /** Retry a run Reads the members that failed or were held back in it, 200 at most. `POST /v1/runs/{run_id}/retry` */
  readonly retryRun: Operation<
    RetryRunParams,
    {
      readonly data: OperatorRun
      readonly meta: Meta
    }
  >
  /** Cancel a run One that waits is cancelled at once; one that runs, on any node, stops within seconds. What it has published stays. The source is read again after its usual interval; a run that an operator had requested leaves the schedule as it was. Cancelling twice has no effect. `POST /v1/runs/{run_id}/cancel` */
  readonly cancelRun: Operation<
    CancelRunParams,
    {
      readonly data: OperatorRun
      readonly meta: Meta
    }
  >
  /** Get an overview of the last day Runs by hour, members by state and the size of the artifacts, the same on every node. `GET /v1/overview` */
  readonly getOverview: Operation<
    NoParams,
    {
      readonly data: OperatorOverview
      readonly meta: Meta
    }
  >
  /** List artifacts The saved responses of the sources of all services, newest first. `GET /v1/artifacts` */
  readonly listArtifacts: ListOperation<
    ListArtifactsParams,
    OperatorArtifact,
    {
      readonly data: readonly OperatorArtifact[]
      readonly meta: Meta
    }
  >
  /** List alarms Open alarms, and what is muted, the same on every node. `GET /v1/alarms` */
  readonly listAlarms: Operation<
    NoParams,
    {
      readonly data: OperatorAlarms
      readonly meta: Meta
    }
  >
  /** Mute an alarm Its beginning is announced then, or when it is unmuted, if it is still open. The end of an alarm that was announced is sent all the same. `POST /v1/alarms/mute` */
  readonly muteAlarm: Operation<
    MuteAlarmParams,
    {
      readonly data: AlarmMute
      readonly meta: Meta
    }
  >
  /** Unmute an alarm Messages about it are sent again, also about one that is open already. `POST /v1/alarms/unmute` */
  readonly unmuteAlarm: Operation<
    UnmuteAlarmParams,
    {
      readonly data: {
        readonly target: string
      }
      readonly meta: Meta
    }
  >
  /** List requests for higher limits Newest first. `GET /v1/limit-requests` */
  readonly listLimitRequests: ListOperation<
    ListLimitRequestsParams,
    OperatorLimitRequest,
    {
      readonly data: readonly OperatorLimitRequest[]
      readonly meta: Meta
    }
  >
  /** Approve a request for higher limits Sets the requested limits, or others, for all keys of the caller, on every node within a second. `POST /v1/limit-requests/{request_id}/approve` */
  readonly approveLimitRequest: Operation<
    ApproveLimitRequestParams,
    {
      readonly data: LimitRequest
      readonly meta: Meta
    }
  >
  /** Reject a request for higher limits The limits stay; the caller may send another request. `POST /v1/limit-requests/{request_id}/reject` */
  readonly rejectLimitRequest: Operation<
    RejectLimitRequestParams,
    {
      readonly data: LimitRequest
      readonly meta: Meta
    }
  >
  /** Find the platform and the member id behind an address Reads at most six pages, obeys robots.txt and reports gates. One at a time for all operators, and ten per minute for each. Changes nothing; the request is recorded in the audit log. `POST /v1/discover` */
  readonly discover: Operation<
    DiscoverParams,
    {
      readonly data: Discovery
      readonly meta: Meta
    }
  >
  /** List endpoints `GET /v1` */
  readonly getIndex: Operation<
    NoParams,
    {
      readonly data: {
        readonly name: string
        readonly version: string
        readonly routes: readonly {
          readonly method: string
          readonly path: string
          readonly summary: string
        }[]
      }
      readonly meta: Meta
    }
  >
  /** Get the OpenAPI document `GET /v1/openapi.json` */
  readonly getOpenApi: Operation<
    NoParams,
    {
      readonly [name: string]: unknown
    }
  >
}

export const operatorOperations: OperationTable<Operator> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  listMembers: {
    method: 'GET',
    path: '/v1/members',
    query: ['source_id', 'service', 'state', 'held', 'q', 'limit', 'cursor', 'fields', 'total'],
    takes: 'token',
    paging: 'cursor',
  },
  addMembers: { method: 'POST', path: '/v1/members', takes: 'token' },
  testMember: { method: 'POST', path: '/v1/members/{source_id}/{member_id}/test', takes: 'token' },
  importMembers: { method: 'POST', path: '/v1/members/import', takes: 'token' },
  removeMember: { method: 'POST', path: '/v1/members/{source_id}/{member_id}/remove', takes: 'token' },
  pauseMember: { method: 'POST', path: '/v1/members/{source_id}/{member_id}/pause', takes: 'token' },
  resumeMember: { method: 'POST', path: '/v1/members/{source_id}/{member_id}/resume', takes: 'token' },
  listProposals: {
    method: 'GET',
    path: '/v1/proposals',
    query: ['status', 'source_id', 'limit', 'cursor', 'fields', 'total'],
    takes: 'token',
    paging: 'cursor',
  },
  approveProposal: { method: 'POST', path: '/v1/proposals/{proposal_id}/approve', takes: 'token' },
  rejectProposal: { method: 'POST', path: '/v1/proposals/{proposal_id}/reject', takes: 'token' },
  listSources: { method: 'GET', path: '/v1/sources', query: ['fields', 'total'], takes: 'token' },
  getPlan: { method: 'GET', path: '/v1/plan', takes: 'token' },
  listRuns: {
    method: 'GET',
    path: '/v1/runs',
    query: ['source_id', 'service', 'status', 'limit', 'cursor', 'fields', 'total'],
    takes: 'token',
    paging: 'cursor',
  },
  startRun: { method: 'POST', path: '/v1/runs', takes: 'token' },
  getRun: { method: 'GET', path: '/v1/runs/{run_id}', takes: 'token' },
  retryRun: { method: 'POST', path: '/v1/runs/{run_id}/retry', takes: 'token' },
  cancelRun: { method: 'POST', path: '/v1/runs/{run_id}/cancel', takes: 'token' },
  getOverview: { method: 'GET', path: '/v1/overview', takes: 'token' },
  listArtifacts: {
    method: 'GET',
    path: '/v1/artifacts',
    query: ['source_id', 'member_id', 'limit', 'cursor', 'fields', 'total'],
    takes: 'token',
    paging: 'cursor',
  },
  listAlarms: { method: 'GET', path: '/v1/alarms', takes: 'token' },
  muteAlarm: { method: 'POST', path: '/v1/alarms/mute', takes: 'token' },
  unmuteAlarm: { method: 'POST', path: '/v1/alarms/unmute', takes: 'token' },
  listLimitRequests: {
    method: 'GET',
    path: '/v1/limit-requests',
    query: ['status', 'limit', 'cursor', 'fields', 'total'],
    takes: 'token',
    paging: 'cursor',
  },
  approveLimitRequest: { method: 'POST', path: '/v1/limit-requests/{request_id}/approve', takes: 'token' },
  rejectLimitRequest: { method: 'POST', path: '/v1/limit-requests/{request_id}/reject', takes: 'token' },
  discover: { method: 'POST', path: '/v1/discover', takes: 'token' },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
