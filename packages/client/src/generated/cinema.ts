/** The cinema service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly request_id: string
  readonly generated_at: string
  readonly credits_charged: number
  readonly pagination?: Pagination
  /** Number of rows that match, on all pages. Some lists count them only with `total=true`; null if nobody knows it. */
  readonly total?: number | null
  /** True if there are more rows than `total`: very long lists are not counted to their end. */
  readonly total_is_minimum?: boolean
  /** Position in the change log from which to follow this list (that of its first page), or to go on after these changes: send it as `after`. */
  readonly changes_after?: string
  /** Of changes: whether there may be more after `changes_after` already. */
  readonly has_more?: boolean
  /** True if the data is made up, because the server runs the sandbox profile. */
  readonly sandbox?: boolean
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto'
  readonly freshness?: Freshness
  readonly warnings?: readonly Warning[]
  readonly requested_days?: number
  readonly resolved_days?: number
  readonly source_horizons?: readonly SourceHorizon[]
  readonly near?: NearPlace
}

export interface Pagination {
  readonly limit: number
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
}

export interface Freshness {
  /** Age of the oldest data at the start of the current minute, at least 0; `oldest_captured_at` is exact. */
  readonly max_age_seconds?: number
  readonly oldest_captured_at?: string
  readonly newest_captured_at?: string
}

export interface Warning {
  readonly code: string
  readonly message: string
  readonly source_id?: string
  readonly showtime_id?: string
}

export interface SourceHorizon {
  readonly source_id?: string
  readonly chain_id?: string
  /** How many days ahead the source publishes at most: usually, or more if it did when it was last read. */
  readonly max_horizon_days?: number
  readonly first_available_date?: string
  readonly last_available_date?: string
  /** How the horizon was determined. */
  readonly horizon_source: 'static' | 'probed' | 'source_reported' | 'unknown'
}

export interface NearPlace {
  /** The place that was chosen for `near`; absent for coordinates. */
  readonly place?: string
  readonly lat: number
  readonly lon: number
  /** Other places with this name or postal code, as values for `near`; absent if there are none. */
  readonly alternatives?: readonly string[]
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface Stats {
  readonly chains: number
  readonly sources: number
  readonly counts: CoverageSummary
  /** Number of publications. */
  readonly publications: number
  readonly published_at: string | null
}

export interface CoverageSummary {
  readonly theaters: number
  readonly movies: number
  readonly showtimes: number
  readonly seatmaps: number
  readonly prices: number
  readonly first_business_date?: string
  readonly last_business_date?: string
  readonly last_captured_at?: string
}

export interface Usage {
  readonly identity: {
    readonly kind: 'anonymous' | 'identity'
    readonly credential: 'none' | 'key' | 'token'
    readonly email: string | null
  }
  readonly credits: {
    /** The day for an anonymous caller, the month for an identity. */
    readonly period: string
    readonly starts_at: string
    readonly renews_at: string
    readonly allowance: number
    /** Credits used of the allowance. */
    readonly used: number
    /** Credits granted by the operator in total. Grants do not expire. */
    readonly granted: number
    readonly used_of_grants: number
    readonly available: number
  }
  readonly limits: {
    readonly requests_per_second: number
    readonly requests_per_minute: number
  }
  readonly calls: {
    readonly since: string
    /** Null for anonymous callers, who are counted together. */
    readonly total: number | null
    /** Empty for anonymous callers. */
    readonly by_route: readonly {
      readonly route: string
      readonly usecase: string
      readonly calls: number
      readonly blocked_estimate: number
      readonly last_seen_at: string | null
    }[]
  }
}

export interface UsagePoint {
  /** The start of the hour or day, in UTC. */
  readonly at: string
  readonly calls: number
  /** Requests that were refused by the rate limits. */
  readonly blocked: number
}

export interface OtpRequest {
  /** Plain ASCII, case-insensitive. */
  readonly email: string
}

export interface OtpAnswer {
  /** Always true, whether or not the address is registered. */
  readonly sent: boolean
  readonly expires_in_seconds: number
}

export interface VerifyRequest {
  /** Plain ASCII, case-insensitive. */
  readonly email: string
  readonly code: string
  /** Whether to create an API key as well. */
  readonly create_key?: boolean
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
}

export interface VerifyAnswer {
  readonly email: string
  /** The management token, for `Authorization: Bearer`. Returned only once. */
  readonly token: string
  readonly token_type: 'Bearer'
  readonly token_expires_at: string
  readonly key: NewApiKey
  /** Why no key was created although `create_key` is true: `key_limit_reached`. */
  readonly key_omitted: string | null
}

export type NewApiKey = {
  readonly id: string
  readonly label: string | null
  /** The first characters of the secret. */
  readonly prefix: string
  /** The last four characters of the secret. */
  readonly last_four: string
  /** What the key may do. */
  readonly scopes: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** Addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses: readonly string[]
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** May lag by one second. */
  readonly last_used_at: string | null
  /** Null when the key is valid until revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** The API key. Returned only once. */
  readonly secret: string
} | null

export interface ApiKey {
  readonly id: string
  readonly label: string | null
  /** The first characters of the secret. */
  readonly prefix: string
  /** The last four characters of the secret. */
  readonly last_four: string
  /** What the key may do. */
  readonly scopes: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** Addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses: readonly string[]
  readonly status: 'active' | 'expired' | 'revoked'
  readonly created_at: string
  /** May lag by one second. */
  readonly last_used_at: string | null
  /** Null when the key is valid until revoked. */
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export interface KeyCreateRequest {
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
  /** `read`: lists, resources and prices. `snapshot`: what costs credits, snapshots of availability and exports. `changes`: changes and streams of them. `operate`: analytics, runs of sources, and requests for higher limits. Default: all. */
  readonly scopes?: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** IP addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses?: readonly string[]
  /** Default: valid until revoked, or as long as the server allows. */
  readonly expires_in_days?: number
}

export interface KeyUpdateRequest {
  /** A display name. Plain text; markup is not interpreted. */
  readonly label?: string
  /** `read`: lists, resources and prices. `snapshot`: what costs credits, snapshots of availability and exports. `changes`: changes and streams of them. `operate`: analytics, runs of sources, and requests for higher limits. Default: all. */
  readonly scopes?: readonly ('read' | 'snapshot' | 'changes' | 'operate')[]
  /** IP addresses and networks that the key may be used from. Empty: any. */
  readonly allowed_addresses?: readonly string[]
}

export interface KeyRequest {
  readonly at: string
  readonly method: string
  /** Path and query; `…` stands for what was left out. */
  readonly target: string
  readonly status: number
  readonly duration_ms: number
  /** Where the request came from. */
  readonly address: string
  readonly request_id: string
}

export interface Source {
  readonly id: string
  readonly name: string
  readonly capabilities: DataCapabilities
  readonly chain_id?: string
  readonly platform?: string
  readonly status?: 'active' | 'partial' | 'blocked' | 'unknown'
  readonly horizon?: SourceHorizon
  readonly docs?: readonly string[]
}

export interface DataCapabilities {
  readonly showtimes: boolean
  readonly prices: boolean
  readonly ticket_types: boolean
  readonly occupancy_rate: boolean
  readonly occupancy_counts: boolean
  readonly seat_summary: boolean
  readonly seat_grid: boolean
  readonly general_admission: boolean
  readonly booking_url: boolean
  /** Whether a single showtime can be refreshed on request. */
  readonly live_refresh: boolean
  readonly source_modes: readonly ('cached' | 'live' | 'auto')[]
}

export interface CoverageRecord {
  readonly source_id: string
  readonly chain_id: string
  readonly theater_id: string
  readonly business_date: string
  readonly capabilities: DataCapabilities
  readonly counts: CoverageSummary
}

export interface Chain {
  readonly id: string
  readonly name: string
  readonly capabilities: DataCapabilities
  readonly status?: 'active' | 'partial' | 'blocked' | 'defunct' | 'unknown'
  readonly platforms?: readonly string[]
  readonly theater_count?: number
  readonly coverage?: CoverageSummary
  readonly horizon?: SourceHorizon
  readonly source_lineage?: SourceLineage
}

export interface SourceLineage {
  readonly source_id: string
  readonly chain_id?: string
  readonly adapter?: string
  readonly platform?: string
  /** When the data was fetched. */
  readonly captured_at?: string
  /** Ids the source uses. */
  readonly raw_ids?: {
    readonly [name: string]: string
  }
  readonly artifact_id?: string
  readonly limitations?: readonly string[]
}

export interface Theater {
  readonly id: string
  readonly chain_id: string
  readonly name: string
  readonly source_theater_id?: string
  readonly slug?: string
  readonly address?: Address
  readonly geo?: Geo
  /** Great-circle distance; only in searches with `near`, or `lat` and `lon`. */
  readonly distance_miles?: number
  /** IANA name. */
  readonly timezone?: string
  readonly phone?: string
  readonly website_url?: string
  readonly amenities?: readonly string[]
  readonly formats?: readonly string[]
  readonly capabilities?: DataCapabilities
  readonly coverage?: CoverageSummary
  readonly source_lineage?: SourceLineage
}

export interface Address {
  readonly line1?: string
  readonly line2?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

export interface Geo {
  readonly lat: number
  readonly lon: number
}

export interface PlaceSuggestion {
  /** Accepted as `near`. */
  readonly near: string
  /** Number of theaters in the city, or near the place. */
  readonly theaters: number
  readonly lat: number
  readonly lon: number
}

export interface Movie {
  readonly id: string
  readonly title: string
  readonly aliases?: readonly MovieAlias[]
  readonly original_title?: string
  readonly release_date?: string
  readonly runtime_minutes?: number
  readonly rating?: string
  readonly rating_reason?: string
  readonly genres?: readonly string[]
  readonly synopsis?: string
  readonly images?: MovieImages
  readonly cast?: readonly string[]
  readonly directors?: readonly string[]
  readonly distributors?: readonly string[]
  /** How complete the metadata is. */
  readonly metadata_grade?: 'rich' | 'partial' | 'title_only' | 'unknown'
  readonly source_lineage?: SourceLineage
}

export interface MovieAlias {
  readonly source: string
  /** Kind of alias. */
  readonly type: string
  readonly value: string
}

export interface MovieImages {
  readonly poster?: string
  readonly backdrop?: string
  readonly thumbnail?: string
}

export interface Showtime {
  readonly id: string
  readonly theater_id: string
  readonly movie_id: string
  /** The advertised start, in UTC. */
  readonly starts_at: string
  /** The start plus the running time, in UTC; absent if that is unknown. Advertisements and trailers come before the film, so it ends later. */
  readonly ends_at?: string
  /** Business date: shows before 06:00 local time usually belong to the day before. */
  readonly business_date: string
  readonly status: 'on_sale' | 'not_on_sale' | 'sold_out' | 'past' | 'cancelled' | 'unknown'
  readonly source_showtime_id?: string
  /** Local time of the theater, with UTC offset. */
  readonly starts_at_local?: string
  readonly timezone?: string
  readonly auditorium?: string
  readonly screen?: string
  readonly format_tags?: readonly string[]
  readonly raw_format_tags?: readonly string[]
  /** BCP 47. */
  readonly language?: string
  /** BCP 47. */
  readonly subtitle_language?: string
  readonly booking_url?: string
  /** From the place in `near`, or `lat` and `lon`; absent without one. */
  readonly distance_miles?: number
  readonly capabilities?: DataCapabilities
  readonly availability_summary?: SeatMapSummary
  readonly movie?: Movie
  readonly theater?: Theater
  readonly prices?: readonly PriceQuote[]
  /** Doubts about the data, such as `ambiguous_local_time`. */
  readonly warnings?: readonly Warning[]
  readonly source_lineage?: SourceLineage
}

export interface SeatMapSummary {
  /** Whether tickets are for a specific seat. */
  readonly seating_type: 'reserved' | 'general_admission' | 'mixed' | 'unknown'
  readonly capacity: number | null
  readonly available: number | null
  readonly sold: number | null
  readonly held: number | null
  readonly blocked: number | null
  readonly broken: number | null
  /** (sold + held) / (capacity - blocked - broken) */
  readonly occupancy_rate: number | null
  readonly captured_at: string
  readonly confidence: 'high' | 'medium' | 'low' | 'unknown'
}

export interface PriceQuote {
  readonly ticket_type_id: string
  readonly label: string
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** Who may buy at this price. */
  readonly audience?:
    | 'adult'
    | 'child'
    | 'senior'
    | 'student'
    | 'military'
    | 'member'
    | 'loyalty'
    | 'companion'
    | 'unknown'
  readonly tax_amount?: number | null
  readonly fee_amount?: number | null
  readonly fees_included?: boolean | null
  readonly area_id?: string
  readonly area_label?: string
  readonly min_quantity?: number
  readonly max_quantity?: number
  readonly rules?: readonly string[]
  readonly source_lineage?: SourceLineage
}

export interface SeatMap {
  readonly showtime_id: string
  readonly captured_at: string
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode: 'cached' | 'live' | 'auto'
  /** Whether tickets are for a specific seat. */
  readonly seating_type: 'reserved' | 'general_admission' | 'mixed' | 'unknown'
  /** The finest seat data available: every seat, counts by status, a count, a rate, or none. */
  readonly availability_grade: 'grid' | 'summary' | 'count' | 'rate' | 'none'
  readonly summary: SeatMapSummary
  readonly sections?: readonly SeatSection[]
  readonly seats?: readonly Seat[]
  readonly warnings?: readonly Warning[]
  readonly source_lineage?: SourceLineage
}

export interface SeatSection {
  readonly id: string
  readonly label: string
  readonly row_count: number
  readonly column_count: number
}

export interface Seat {
  readonly id: string
  readonly label: string
  readonly status: 'available' | 'sold' | 'held' | 'blocked' | 'broken' | 'gap' | 'unknown'
  readonly row?: string
  readonly number?: string
  readonly section?: string
  readonly area_id?: string
  /** Column from 0, left to right when facing the screen. */
  readonly x?: number
  /** Row from 0, starting at the screen. */
  readonly y?: number
  readonly seat_type?:
    | 'standard'
    | 'recliner'
    | 'wheelchair'
    | 'companion'
    | 'sofa'
    | 'loveseat'
    | 'aisle'
    | 'unknown'
  readonly price_tier_id?: string
  readonly raw_status?: string
  readonly raw_type?: string
}

export interface ShowtimeHistory {
  readonly showtime_id: string
  readonly starts_at: string
  /** Oldest first. Between two captures nothing is known. */
  readonly seats: readonly {
    readonly captured_at: string
    readonly capacity: number | null
    readonly available: number | null
    readonly sold: number | null
    readonly occupancy_rate: number | null
  }[]
  /** Oldest first. */
  readonly prices: readonly {
    readonly captured_at: string
    /** Of the tickets for one person in `currency`. */
    readonly lowest: number
    readonly highest: number
    readonly currency: string
  }[]
}

export interface SoldSeats {
  /** Showtimes that started earlier are not counted. */
  readonly from: string
  readonly to: string
  /** Counted showtimes: started, with captured seats. */
  readonly showtimes: number
  /** False if there were more showtimes; then only the latest are counted. */
  readonly is_complete: boolean
  /** Hours without a capture are missing. */
  readonly hours: readonly {
    /** 0 is the last hour before the start. */
    readonly hours_before: number
    /** Those with a capture in this hour. */
    readonly showtimes: number
    /** Seats of these showtimes. */
    readonly capacity: number
    /** Seats of these showtimes that were sold then. */
    readonly sold: number
  }[]
}

export interface AvailabilitySnapshotRequest {
  /** Theaters by id. */
  readonly theater_ids?: readonly string[]
  /** Movies by id. */
  readonly movie_ids?: readonly string[]
  /** Chains by id. */
  readonly chain_ids?: readonly string[]
  readonly area?: {
    readonly lat: number
    readonly lon: number
    readonly radius_miles: number
  }
  readonly date?: string
  readonly from?: string
  readonly to?: string
  readonly days?: number
  readonly include?: readonly ('movie' | 'theater' | 'prices' | 'seat_summary' | 'seat_grid' | 'occupancy')[]
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid'
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto'
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string
}

export interface AvailabilitySnapshot {
  readonly showtimes: readonly Showtime[]
  readonly seatmaps: readonly SeatMap[]
}

export interface CinemaChange {
  /** Counts the changes of the service, without gaps. */
  readonly number: number
  readonly type:
    | 'showtime.added'
    | 'showtime.moved'
    | 'showtime.changed'
    | 'showtime.cancelled'
    | 'showtime.sold_out'
    | 'showtime.on_sale_again'
    | 'showtime.seats_freed'
    | 'showtime.price_changed'
    | 'movie.added'
    | 'movie.gone'
    | 'theater.added'
  /** When the responses that show the change were fetched. */
  readonly detected_at: string
  /** False if the change made it leave the filter: remove it from a mirror of the filter. */
  readonly matches: boolean
  /** Absent if it belongs to none. */
  readonly chain_id?: string
  /** Absent if it belongs to none. */
  readonly theater_id?: string
  /** Absent if it belongs to none. */
  readonly movie_id?: string
  /** What differs, before the change. */
  readonly before?: {
    readonly [name: string]: unknown
  }
  /** What differs, after the change. */
  readonly after?: {
    readonly [name: string]: unknown
  }
  readonly showtime?: Showtime
  readonly movie?: Movie
  readonly theater?: Theater
}

export interface Artifact {
  readonly id: number
  readonly source_id: string | null
  readonly chain_id: string | null
  readonly artifact_type: string
  readonly local_path: string | null
  readonly s3_uri: string | null
  readonly sha256: string | null
  readonly bytes: number | null
  readonly row_count: number | null
  readonly captured_at: string | null
  readonly imported_at: string | null
  readonly metadata: {
    readonly [name: string]: unknown
  }
}

export interface AnalyticsSummary {
  readonly window: {
    readonly days: number
    readonly top_limit: number
    readonly since?: string
  }
  readonly usage: AnalyticsUsage
  readonly rate_limits: readonly AnalyticsMetricRow[]
  readonly auth: AnalyticsAuth
  readonly sync: AnalyticsSync
}

export interface AnalyticsUsage {
  readonly totals: {
    readonly ledger_entries: number
    readonly identities: number
    readonly credits: number
    readonly last_seen_at: string | null
  }
  readonly by_usecase: readonly AnalyticsMetricRow[]
  readonly by_route: readonly AnalyticsMetricRow[]
}

export interface AnalyticsMetricRow {
  readonly usecase?: string
  readonly route?: string
  readonly route_family?: string
  readonly status?: string
  readonly count?: number
  readonly calls?: number
  readonly runs?: number
  readonly windows?: number
  readonly identities?: number
  readonly requests?: number
  readonly blocked_estimate?: number
  readonly planned?: number
  readonly completed?: number
  readonly failed?: number
  readonly credits?: number
  readonly last_seen_at?: string | null
  readonly latest_started_at?: string | null
  readonly latest_finished_at?: string | null
}

export interface AnalyticsAuth {
  readonly active_keys: number
  readonly revoked_keys: number
  readonly expired_keys: number
  readonly key_emails: number
  readonly latest_key_created_at: string | null
  readonly latest_key_used_at: string | null
  readonly credit_accounts: {
    readonly accounts: number
    readonly accounts_with_balance: number
    readonly credits_used: number
    readonly credits_granted: number
  }
  readonly limit_requests_by_status: readonly AnalyticsMetricRow[]
}

export interface AnalyticsSync {
  readonly runs_by_status: readonly AnalyticsMetricRow[]
  readonly source_health_counts: {
    readonly [name: string]: number
  }
  readonly sources_attention: readonly {
    readonly source_id: string
    readonly chain_id?: string
    readonly source_status: string
    readonly health: string
    readonly counts: CoverageSummary
    readonly latest_run?: SyncRun
    readonly latest_artifact?: Artifact
  }[]
}

export interface SyncRun {
  readonly id: string
  readonly source_id: string | null
  readonly chain_id: string | null
  readonly mode: string
  /** Outcome of the run. */
  readonly status: 'running' | 'succeeded' | 'partial' | 'failed'
  readonly started_at: string
  readonly finished_at: string | null
  readonly planned: number
  readonly completed: number
  readonly failed: number
  readonly error_message: string | null
  readonly metadata: {
    readonly [name: string]: unknown
  }
}

export interface SyncPlan {
  readonly profile: string
  readonly include_all: boolean
  readonly jobs: readonly SyncJob[]
}

export interface SyncJob {
  readonly id: string
  readonly mode: string
  readonly command: readonly string[]
  readonly enabled_by_default: boolean
  readonly requires_browser: boolean
  readonly requires_fresh_cookies: boolean
  readonly source_id?: string | null
  readonly chain_id?: string | null
  readonly command_string?: string
  readonly description?: string
  readonly timeout_seconds?: number
  readonly default_daily?: boolean
}

export interface SyncStatus {
  readonly source_id: string
  readonly chain_id: string | null
  readonly chain_name: string | null
  readonly source_name: string
  readonly platform: string | null
  readonly source_status: string
  readonly health: 'ok' | 'empty' | 'failed' | 'partial' | 'missing_artifact'
  readonly counts: CoverageSummary
  readonly coverage: CoverageSummary
  readonly members?: MemberCounts
  readonly latest_run?: SyncRun
  readonly latest_artifact?: Artifact
}

/** Theaters by state. */
export interface MemberCounts {
  readonly on: number
  readonly new: number
  readonly stale: number
  readonly off: number
}

export interface SyncMember {
  readonly source_id: string
  readonly chain_id: string
  readonly member_id: string
  /** Of the theater. */
  readonly name: string
  /** `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `off`: not read. */
  readonly state: 'on' | 'new' | 'stale' | 'off'
  /** Why it is stale or off, or why its newest list is held back. */
  readonly reason: string | null
  readonly health: 'ok' | 'empty' | 'failed' | 'partial' | 'missing_artifact'
  /** Published records. */
  readonly record_count: number
  /** Failed reads since the last success. */
  readonly failures: number
  readonly last_read_at: string | null
  readonly last_success_at: string | null
  /** When it is to be read again. */
  readonly due_at: string | null
}

export interface Dump {
  /** The day of the dump, in UTC. */
  readonly date: string
  /** Path of `datapackage.json`, below the base path of the service; the files are beside it. */
  readonly manifest: string
  readonly package: DataPackage
}

export interface DataPackage {
  readonly $schema: string
  readonly name: string
  readonly title: string
  readonly description: string
  /** The day of the dump, in UTC. */
  readonly version: string
  /** All rows are of this moment. */
  readonly created: string
  /** As the operator states it. */
  readonly licenses?: readonly {
    readonly name: string
  }[]
  /** Collections of others that the data contains. */
  readonly sources?: readonly {
    readonly title: string
    readonly path: string
  }[]
  readonly resources: readonly {
    /** The list, such as `showtimes`. */
    readonly name: string
    /** The name of the file. */
    readonly path: string
    readonly format: string
    readonly mediatype: string
    readonly bytes: number
    /** `sha256:` and the checksum of the file. */
    readonly hash: string
    readonly rows: number
    /** Position in the change log: follow changes after it. */
    readonly changes_after?: string
    readonly schema: {
      readonly fields: readonly {
        readonly name: string
        /** A type of Table Schema. */
        readonly type: string
        readonly description?: string
      }[]
    }
  }[]
}

export interface GetUsageHistoryParams {
  /** How far back. */
  readonly days?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface RequestCodeParams {
  readonly body: OtpRequest
}

export interface VerifyCodeParams {
  readonly body: VerifyRequest
}

export interface ListKeysParams {
  /** Whether to include revoked keys. */
  readonly include_revoked?: boolean | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface CreateKeyParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body?: KeyCreateRequest | undefined
}

export interface UpdateKeyParams {
  /** `id` of the key. */
  readonly key_id: string
  readonly body: KeyUpdateRequest
}

export interface RevokeKeyParams {
  /** `id` of the key. */
  readonly key_id: string
}

export interface ListKeyRequestsParams {
  /** `id` of the key. */
  readonly key_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListSourcesParams {
  /** A capability of a source. */
  readonly capability?:
    | 'showtimes'
    | 'prices'
    | 'ticket_types'
    | 'occupancy_rate'
    | 'occupancy_counts'
    | 'seat_summary'
    | 'seat_grid'
    | 'general_admission'
    | 'booking_url'
    | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCoverageParams {
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** Filter by theater. */
  readonly theater_id?: string | undefined
  /** A business date. */
  readonly date?: string | undefined
  /** A capability of a source. */
  readonly capability?:
    | 'showtimes'
    | 'prices'
    | 'ticket_types'
    | 'occupancy_rate'
    | 'occupancy_counts'
    | 'seat_summary'
    | 'seat_grid'
    | 'general_admission'
    | 'booking_url'
    | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListChainsParams {
  /** A capability of a source. */
  readonly capability?:
    | 'showtimes'
    | 'prices'
    | 'ticket_types'
    | 'occupancy_rate'
    | 'occupancy_counts'
    | 'seat_summary'
    | 'seat_grid'
    | 'general_admission'
    | 'booking_url'
    | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetChainParams {
  /** `id` of the chain. */
  readonly chain_id: string
}

export interface SearchTheatersParams {
  /** Words in the name or address; the last one may be half-typed. All words must match; if no theater matches, one letter of each word of a name or city may be wrong, or one of the whole name. */
  readonly q?: string | undefined
  /** A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Latitude; requires `lon`. */
  readonly lat?: number | undefined
  /** Longitude; requires `lat`. */
  readonly lon?: number | undefined
  /** Great-circle distance from the point. */
  readonly radius_miles?: number | undefined
  /** `min_lon,min_lat,max_lon,max_lat`. If min_lon is greater than max_lon, the box crosses the antimeridian. */
  readonly bbox?: string | undefined
  /** Filter by chain. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly chain_id?: string | undefined
  /** State or region, as in the address. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly state?: string | undefined
  /** City, as in the address. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly city?: string | undefined
  /** Postal code, as in the address. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly postal_code?: string | undefined
  /** Whether individual seats are available. */
  readonly has_seatmaps?: boolean | undefined
  /** A capability of a source. */
  readonly capability?:
    | 'showtimes'
    | 'prices'
    | 'ticket_types'
    | 'occupancy_rate'
    | 'occupancy_counts'
    | 'seat_summary'
    | 'seat_grid'
    | 'general_admission'
    | 'booking_url'
    | undefined
  /** Updated after this time. */
  readonly updated_after?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetTheaterParams {
  /** `id` of the theater. */
  readonly theater_id: string
}

export interface SuggestPlacesParams {
  /** The beginning of the name of a city, or a postal code. */
  readonly q: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface SearchMoviesParams {
  /** Words in a title or the name of a director, or their beginnings. All words must match; if no movie matches, one letter of each may be wrong, or one of the whole title. */
  readonly q?: string | undefined
  /** true: only movies with current or future showtimes, whatever `days` is; with `date`, on `days` business dates from then. */
  readonly playing_now?: boolean | undefined
  /** Business date, as the source reports it; otherwise shows before 06:00 local time belong to the day before. */
  readonly date?: string | undefined
  /** Number of business dates, from `date` or the calendar day at the theater. After midnight, shows of the evening before that still run are included. */
  readonly days?: number | undefined
  /** A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Latitude; requires `lon`. */
  readonly lat?: number | undefined
  /** Longitude; requires `lat`. */
  readonly lon?: number | undefined
  /** Great-circle distance from the point. */
  readonly radius_miles?: number | undefined
  /** Filter by chain. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly chain_id?: string | undefined
  /** Filter by theater. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly theater_id?: string | undefined
  /** Comma-separated expansions. `aliases` adds the titles and ids of all listings; those of showtimes have no effect. */
  readonly include?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
}

export interface GetMovieParams {
  /** `id` of the movie. */
  readonly movie_id: string
}

export interface ListTheaterShowtimesParams {
  /** `id` of the theater. */
  readonly theater_id: string
  /** Business date, as the source reports it; otherwise shows before 06:00 local time belong to the day before. */
  readonly date?: string | undefined
  /** Number of business dates, from `date` or the calendar day at the theater. After midnight, shows of the evening before that still run are included. */
  readonly days?: number | undefined
  /** Starts at or after this instant. */
  readonly from?: string | undefined
  /** Starts at or before this instant. */
  readonly to?: string | undefined
  /** A format tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly format?: string | undefined
  /** What the screening offers: open_caption, closed_caption, audio_description, assistive_listening, wheelchair_accessible, sensory_friendly, dementia_friendly. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly accessibility?: string | undefined
  /** Spoken language, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly language?: string | undefined
  /** Language of the subtitles, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly subtitle_language?: string | undefined
  /** At least as many free seats when they were last captured. */
  readonly min_free?: number | undefined
  /** As many free seats next to each other when they were last captured, without places for wheelchairs. Only showtimes with a plan. */
  readonly together?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Comma-separated expansions: movie, theater, prices, seat_summary, seat_grid, occupancy, aliases. */
  readonly include?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid' | undefined
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto' | undefined
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
}

export interface ListMovieShowtimesParams {
  /** `id` of the movie. */
  readonly movie_id: string
  /** A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Latitude; requires `lon`. */
  readonly lat?: number | undefined
  /** Longitude; requires `lat`. */
  readonly lon?: number | undefined
  /** Great-circle distance from the point. */
  readonly radius_miles?: number | undefined
  /** Business date, as the source reports it; otherwise shows before 06:00 local time belong to the day before. */
  readonly date?: string | undefined
  /** Number of business dates, from `date` or the calendar day at the theater. After midnight, shows of the evening before that still run are included. */
  readonly days?: number | undefined
  /** Filter by chain. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly chain_id?: string | undefined
  /** Filter by theater. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly theater_id?: string | undefined
  /** `distance`: by theater, the nearest to `near` first. Requires a place. */
  readonly sort?: 'start' | 'distance' | undefined
  /** A format tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly format?: string | undefined
  /** What the screening offers: open_caption, closed_caption, audio_description, assistive_listening, wheelchair_accessible, sensory_friendly, dementia_friendly. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly accessibility?: string | undefined
  /** Spoken language, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly language?: string | undefined
  /** Language of the subtitles, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly subtitle_language?: string | undefined
  /** At least as many free seats when they were last captured. */
  readonly min_free?: number | undefined
  /** As many free seats next to each other when they were last captured, without places for wheelchairs. Only showtimes with a plan. */
  readonly together?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Comma-separated expansions: movie, theater, prices, seat_summary, seat_grid, occupancy, aliases. */
  readonly include?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid' | undefined
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto' | undefined
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
}

export interface SearchShowtimesParams {
  /** Filter by theater. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly theater_id?: string | undefined
  /** Filter by movie. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly movie_id?: string | undefined
  /** Filter by chain. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly chain_id?: string | undefined
  /** Business date, as the source reports it; otherwise shows before 06:00 local time belong to the day before. */
  readonly date?: string | undefined
  /** Number of business dates, from `date` or the calendar day at the theater. After midnight, shows of the evening before that still run are included. */
  readonly days?: number | undefined
  /** Starts at or after this instant. */
  readonly from?: string | undefined
  /** Starts at or before this instant. */
  readonly to?: string | undefined
  /** A business date. Excludes past screenings, unlike `date`. */
  readonly business_date?: string | undefined
  /** A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Latitude; requires `lon`. */
  readonly lat?: number | undefined
  /** Longitude; requires `lat`. */
  readonly lon?: number | undefined
  /** Great-circle distance from the point. */
  readonly radius_miles?: number | undefined
  /** Whether individual seats are available, stored or live. */
  readonly has_seatmap?: boolean | undefined
  /** Whether tickets are for a specific seat. */
  readonly seating_type?: 'reserved' | 'general_admission' | 'mixed' | 'unknown' | undefined
  /** `distance`: by theater, the nearest to `near` first. Requires a place. */
  readonly sort?: 'start' | 'distance' | undefined
  /** A format tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly format?: string | undefined
  /** What the screening offers: open_caption, closed_caption, audio_description, assistive_listening, wheelchair_accessible, sensory_friendly, dementia_friendly. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly accessibility?: string | undefined
  /** Spoken language, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly language?: string | undefined
  /** Language of the subtitles, by name or BCP 47 tag. Takes several values (`a|b`) and values to exclude (`!a`). */
  readonly subtitle_language?: string | undefined
  /** At least as many free seats when they were last captured. */
  readonly min_free?: number | undefined
  /** As many free seats next to each other when they were last captured, without places for wheelchairs. Only showtimes with a plan. */
  readonly together?: number | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Comma-separated expansions: movie, theater, prices, seat_summary, seat_grid, occupancy, aliases. */
  readonly include?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid' | undefined
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto' | undefined
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
}

export interface GetShowtimeParams {
  /** `id` of the showtime. */
  readonly showtime_id: string
  /** Comma-separated expansions: movie, theater, prices, seat_summary, seat_grid, occupancy, aliases. */
  readonly include?: string | undefined
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid' | undefined
}

export interface GetSeatMapParams {
  /** `id` of the showtime. */
  readonly showtime_id: string
  /** Level of seat detail. */
  readonly seat_detail?: 'none' | 'summary' | 'grid' | undefined
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto' | undefined
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string | undefined
}

export interface ListPricesParams {
  /** `id` of the showtime. */
  readonly showtime_id: string
  /** `cached`: stored data. `live`: refreshed from the source. `auto`: refreshed if the stored data is too old. */
  readonly source_mode?: 'cached' | 'live' | 'auto' | undefined
  /** Maximum acceptable age: a number followed by m, h or d. */
  readonly freshness?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetShowtimeHistoryParams {
  /** `id` of the showtime. */
  readonly showtime_id: string
}

export interface GetSoldSeatsParams {
  /** Filter by theater. */
  readonly theater_id?: string | undefined
  /** Filter by movie. */
  readonly movie_id?: string | undefined
  /** Showtimes of so many days until `to`. */
  readonly days?: number | undefined
  /** Showtimes that started later are not counted. Default: now. */
  readonly to?: string | undefined
}

export interface TakeAvailabilitySnapshotParams {
  /** Repeating the key and body within 24 hours returns the first response; the work is done once. Made up unless told. */
  readonly idempotency_key?: string | undefined
  readonly body: AvailabilitySnapshotRequest
}

export interface FollowCinemaChangesParams {
  /** `meta.changes_after` of a response, or `now`. Without it, from the oldest change that is stored. */
  readonly after?: string | undefined
  /** Types of change, comma-separated: `showtime.added`, `showtime.moved`, `showtime.changed`, `showtime.cancelled`, `showtime.sold_out`, `showtime.on_sale_again`, `showtime.seats_freed`, `showtime.price_changed`, `movie.added`, `movie.gone`, `theater.added`. */
  readonly type?: string | undefined
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** Filter by theater. */
  readonly theater_id?: string | undefined
  /** Filter by movie. */
  readonly movie_id?: string | undefined
  /** A city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`; `lat` and `lon` take precedence. If several places have this name, the one in the address of a theater is chosen, otherwise the largest; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Latitude; requires `lon`. */
  readonly lat?: number | undefined
  /** Longitude; requires `lat`. */
  readonly lon?: number | undefined
  /** Great-circle distance from the point. */
  readonly radius_miles?: number | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListArtifactsParams {
  /** Filter by source. */
  readonly source_id?: string | undefined
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
}

export interface GetAnalyticsParams {
  /** Length of the rolling window. */
  readonly days?: number | undefined
  /** Maximum number of rows per section. */
  readonly top_limit?: number | undefined
}

export interface GetSyncPlanParams {
  /** Include opt-in jobs. */
  readonly include_all?: boolean | undefined
  /** Used if include_all is false. */
  readonly profile?: 'daily' | 'browser' | 'all' | undefined
  /** Filter by whether a browser is needed. */
  readonly requires_browser?: boolean | undefined
  /** Filter by whether cookies of a recent visit are needed. */
  readonly requires_fresh_cookies?: boolean | undefined
}

export interface ListSyncRunsParams {
  /** Filter by source. */
  readonly source_id?: string | undefined
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** Outcome of the run. */
  readonly status?: 'running' | 'succeeded' | 'partial' | 'failed' | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
}

export interface ListSyncStatusParams {
  /** Filter by source. */
  readonly source_id?: string | undefined
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** Include inactive sources. */
  readonly include_inactive?: boolean | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListSyncMembersParams {
  /** Filter by source. */
  readonly source_id?: string | undefined
  /** Filter by chain. */
  readonly chain_id?: string | undefined
  /** `on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `off`: not read. */
  readonly state?: 'on' | 'new' | 'stale' | 'off' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListExportsParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface Cinema {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** Get statistics `GET /v1/stats` */
  readonly getStats: Operation<
    NoParams,
    {
      readonly data: Stats
      readonly meta: Meta
    }
  >
  /** Get your usage Credits, rate limits and calls of the current period. `GET /v1/usage` */
  readonly getUsage: Operation<
    NoParams,
    {
      readonly data: Usage
      readonly meta: Meta
    }
  >
  /** Get your usage over time Calls of all your keys and tokens, oldest first, without gaps: by hour up to seven days, by day beyond. `GET /v1/usage/history` */
  readonly getUsageHistory: Operation<
    GetUsageHistoryParams,
    {
      readonly data: readonly UsagePoint[]
      readonly meta: Meta
    }
  >
  /** Send a sign-in code by e-mail The code has six digits, is valid for ten minutes and can be used once. A new code invalidates the previous one. An address can get one code a minute and five an hour. The response is the same whether or not the address is registered. `POST /v1/auth/otp` */
  readonly requestCode: Operation<
    RequestCodeParams,
    {
      readonly data: OtpAnswer
      readonly meta: Meta
    }
  >
  /** Verify a sign-in code Returns a management token, which is valid for twelve hours, and an API key. Both are returned only once. Five wrong attempts invalidate the code. `POST /v1/auth/verify` */
  readonly verifyCode: Operation<
    VerifyCodeParams,
    {
      readonly data: VerifyAnswer
      readonly meta: Meta
    }
  >
  /** List API keys Active keys first, then by creation time, newest first. At most 1,000. Keys are deleted 90 days after they were revoked. `GET /v1/auth/keys` */
  readonly listKeys: Operation<
    ListKeysParams,
    {
      readonly data: readonly ApiKey[]
      readonly meta: Meta
    }
  >
  /** Create an API key The secret is returned only once. An identity can have ten active keys and create 100 keys an hour. With an `Idempotency-Key`, a repeat within 24 hours returns the same response and creates no second key. `POST /v1/auth/keys` */
  readonly createKey: Operation<
    CreateKeyParams,
    {
      readonly data: NewApiKey
      readonly meta: Meta
    }
  >
  /** Change an API key Its name, what it may do, and from where. Only what is sent changes. Every node applies it within a second, and open streams within a few. `PATCH /v1/auth/keys/{key_id}` */
  readonly updateKey: Operation<
    UpdateKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** Revoke an API key Permanent. Every node refuses the key within a second. Revoking a revoked key changes nothing. `DELETE /v1/auth/keys/{key_id}` */
  readonly revokeKey: Operation<
    RevokeKeyParams,
    {
      readonly data: ApiKey
      readonly meta: Meta
    }
  >
  /** List the requests of an API key Newest first: the last 1,000 requests within a week that were admitted. Other nodes write theirs every five seconds. Values of parameters that could be secrets are left out, and all values of a request that failed. `GET /v1/auth/keys/{key_id}/requests` */
  readonly listKeyRequests: Operation<
    ListKeyRequestsParams,
    {
      readonly data: readonly KeyRequest[]
      readonly meta: Meta
    }
  >
  /** List sources The platforms, with their capabilities, horizon and limitations. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/sources` */
  readonly listSources: ListOperation<
    ListSourcesParams,
    Source,
    {
      readonly data: readonly Source[]
      readonly meta: Meta
    }
  >
  /** List coverage Counts per source, chain, theater and business date. Not paged: at most 5000 records, earliest dates first; filter by chain, theater or date. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/coverage` */
  readonly listCoverage: Operation<
    ListCoverageParams,
    {
      readonly data: readonly CoverageRecord[]
      readonly meta: Meta
    }
  >
  /** List chains The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/chains` */
  readonly listChains: ListOperation<
    ListChainsParams,
    Chain,
    {
      readonly data: readonly Chain[]
      readonly meta: Meta
    }
  >
  /** Get a chain `GET /v1/chains/{chain_id}` */
  readonly getChain: Operation<
    GetChainParams,
    {
      readonly data: Chain
      readonly meta: Meta
    }
  >
  /** Search theaters Sorted by name; with `lat` and `lon` or `near`, by distance. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/theaters/search` */
  readonly searchTheaters: ListOperation<
    SearchTheatersParams,
    Theater,
    {
      readonly data: readonly Theater[]
      readonly meta: Meta
    }
  >
  /** Get a theater `GET /v1/theaters/{theater_id}` */
  readonly getTheater: Operation<
    GetTheaterParams,
    {
      readonly data: Theater
      readonly meta: Meta
    }
  >
  /** Complete a place Cities in the addresses of theaters whose name begins with the text, those with the most theaters first. If there is none, the place that `near` would choose for the whole text. `GET /v1/places/suggest` */
  readonly suggestPlaces: Operation<
    SuggestPlacesParams,
    {
      readonly data: readonly PlaceSuggestion[]
      readonly meta: Meta
    }
  >
  /** Search movies Sorted by title, with `q` by relevance. A theater, place or chain without `date` selects movies with current or future showtimes there on `days` business dates from today, with `playing_now` on any day. With none of these, all movies are listed, whatever `days` is. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/movies/search` */
  readonly searchMovies: ListOperation<
    SearchMoviesParams,
    Movie,
    {
      readonly data: readonly Movie[]
      readonly meta: Meta
    }
  >
  /** Get a movie `GET /v1/movies/{movie_id}` */
  readonly getMovie: Operation<
    GetMovieParams,
    {
      readonly data: Movie
      readonly meta: Meta
    }
  >
  /** List a theater’s showtimes By start; with `date`, by business date first. Without `date`, `from` and `to`: current and future screenings only. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/theaters/{theater_id}/showtimes` */
  readonly listTheaterShowtimes: ListOperation<
    ListTheaterShowtimesParams,
    Showtime,
    {
      readonly data: readonly Showtime[]
      readonly meta: Meta
    }
  >
  /** List a movie’s showtimes By start; with `date`, by business date first. Without `date`, `from` and `to`: current and future screenings only. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/movies/{movie_id}/showtimes` */
  readonly listMovieShowtimes: ListOperation<
    ListMovieShowtimesParams,
    Showtime,
    {
      readonly data: readonly Showtime[]
      readonly meta: Meta
    }
  >
  /** Search showtimes By start; with `date`, by business date first. Without `date`, `from` and `to`: current and future screenings only. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/showtimes/search` */
  readonly searchShowtimes: ListOperation<
    SearchShowtimesParams,
    Showtime,
    {
      readonly data: readonly Showtime[]
      readonly meta: Meta
    }
  >
  /** Get a showtime Includes past showtimes, and those that the source no longer lists: their status is `cancelled`. `GET /v1/showtimes/{showtime_id}` */
  readonly getShowtime: Operation<
    GetShowtimeParams,
    {
      readonly data: Showtime
      readonly meta: Meta
    }
  >
  /** Get a seat map Seat counts, and with `seat_detail=grid` every seat with its position `x`, `y`; positions without a seat are omitted. General admission has counts only. `GET /v1/showtimes/{showtime_id}/seatmap` */
  readonly getSeatMap: Operation<
    GetSeatMapParams,
    {
      readonly data: SeatMap
      readonly meta: Meta
    }
  >
  /** List ticket prices The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/showtimes/{showtime_id}/prices` */
  readonly listPrices: Operation<
    ListPricesParams,
    {
      readonly data: readonly PriceQuote[]
      readonly meta: Meta
    }
  >
  /** Get the seats and prices of a showtime over time What each capture showed: one per minute of the last three hours before the newest capture, one per hour of the last three days, one per day before; at most 400 of seats and 400 of prices. It is kept as long as the showtime, and for years by a server with an archive. `GET /v1/showtimes/{showtime_id}/history` */
  readonly getShowtimeHistory: Operation<
    GetShowtimeHistoryParams,
    {
      readonly data: ShowtimeHistory
      readonly meta: Meta
    }
  >
  /** Get seats sold by hour before the start Of showtimes that have started: all, or those at a theater, of a movie, or both. A showtime counts for those of the last 72 hours in which its seats were captured. At most the latest 500 showtimes are counted. A server with an archive also counts all those that are only there, unless there are more than 500 others. `GET /v1/sold-seats` */
  readonly getSoldSeats: Operation<
    GetSoldSeatsParams,
    {
      readonly data: SoldSeats
      readonly meta: Meta
    }
  >
  /** Take an availability snapshot The availability of many showtimes at once. Requires at least one of theater_ids, movie_ids, chain_ids and area. Returns at most 500 showtimes, earliest first, and refreshes at most 25 of them. Costs one credit per 25 showtimes or part thereof, and one more per 25 of them that have a grid, if you ask for grids. If sources are asked, the credits for all the grids that they may have must be available; what was sent is charged even if you hang up. With an `Idempotency-Key`, a repeat within 24 hours returns the same response and costs nothing. `POST /v1/availability/snapshot` */
  readonly takeAvailabilitySnapshot: Operation<
    TakeAvailabilitySnapshotParams,
    {
      readonly data: AvailabilitySnapshot
      readonly meta: Meta
    }
  >
  /** Follow changes of movies, theaters and showtimes Oldest first. To go on, send `meta.changes_after` of the response as `after`: also a page without rows has it, and it moves on past changes that do not match. Lists have it too: read a list, then follow from the `meta.changes_after` of its first page. With `Prefer: wait=20` the response waits for the next change, at most 25 seconds. A position that is too old is 410, with `details.oldest` and the list to begin again from. `GET /v1/changes` */
  readonly followCinemaChanges: Operation<
    FollowCinemaChangesParams,
    {
      readonly data: readonly CinemaChange[]
      readonly meta: Meta
    }
  >
  /** List artifacts The saved responses of the sources, newest first. `GET /v1/artifacts` */
  readonly listArtifacts: ListOperation<
    ListArtifactsParams,
    Artifact,
    {
      readonly data: readonly Artifact[]
      readonly meta: Meta
    }
  >
  /** Get usage analytics Usage, refused requests, keys and syncs in a rolling window. Calls are counted by hour, so the window starts with a full hour. Anonymous callers count as one identity. `GET /v1/analytics` */
  readonly getAnalytics: Operation<
    GetAnalyticsParams,
    {
      readonly data: AnalyticsSummary
      readonly meta: Meta
    }
  >
  /** Get the sync plan The sync jobs with their command lines. `GET /v1/sync-jobs` */
  readonly getSyncPlan: Operation<
    GetSyncPlanParams,
    {
      readonly data: SyncPlan
      readonly meta: Meta
    }
  >
  /** List sync runs Newest first. With `chain_id`, the runs of every source that has this chain. `GET /v1/sync-runs` */
  readonly listSyncRuns: ListOperation<
    ListSyncRunsParams,
    SyncRun,
    {
      readonly data: readonly SyncRun[]
      readonly meta: Meta
    }
  >
  /** List sync status The health of each source, per chain. `GET /v1/sync-status` */
  readonly listSyncStatus: Operation<
    ListSyncStatusParams,
    {
      readonly data: readonly SyncStatus[]
      readonly meta: Meta
    }
  >
  /** List members The theaters of each source, with how their last reads ended. A dead one is `stale`, with the reason. `GET /v1/sync-members` */
  readonly listSyncMembers: ListOperation<
    ListSyncMembersParams,
    SyncMember,
    {
      readonly data: readonly SyncMember[]
      readonly meta: Meta
    }
  >
  /** List dumps All lists of the service as Parquet files, written every night, newest first. The files of a dump are beside its manifest; parts of them can be requested with `Range`. To keep a copy current, load a dump and follow changes after `changes_after` of each file. `GET /v1/exports` */
  readonly listExports: Operation<
    ListExportsParams,
    {
      readonly data: readonly Dump[]
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

export const cinemaOperations: OperationTable<Cinema> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  getStats: { method: 'GET', path: '/v1/stats' },
  getUsage: { method: 'GET', path: '/v1/usage' },
  getUsageHistory: { method: 'GET', path: '/v1/usage/history', query: ['days', 'fields', 'total'] },
  requestCode: { method: 'POST', path: '/v1/auth/otp' },
  verifyCode: { method: 'POST', path: '/v1/auth/verify' },
  listKeys: {
    method: 'GET',
    path: '/v1/auth/keys',
    query: ['include_revoked', 'fields', 'total'],
    takes: 'token',
  },
  createKey: { method: 'POST', path: '/v1/auth/keys', keyed: true, takes: 'token' },
  updateKey: { method: 'PATCH', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  revokeKey: { method: 'DELETE', path: '/v1/auth/keys/{key_id}', takes: 'token' },
  listKeyRequests: {
    method: 'GET',
    path: '/v1/auth/keys/{key_id}/requests',
    query: ['limit', 'fields', 'total'],
    takes: 'token',
  },
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    query: ['capability', 'limit', 'cursor', 'fields', 'total'],
    paging: 'cursor',
  },
  listCoverage: {
    method: 'GET',
    path: '/v1/coverage',
    query: ['chain_id', 'theater_id', 'date', 'capability', 'fields', 'total'],
  },
  listChains: {
    method: 'GET',
    path: '/v1/chains',
    query: ['capability', 'limit', 'cursor', 'fields', 'total'],
    paging: 'cursor',
  },
  getChain: { method: 'GET', path: '/v1/chains/{chain_id}' },
  searchTheaters: {
    method: 'GET',
    path: '/v1/theaters/search',
    query: [
      'q',
      'near',
      'lat',
      'lon',
      'radius_miles',
      'bbox',
      'chain_id',
      'state',
      'city',
      'postal_code',
      'has_seatmaps',
      'capability',
      'updated_after',
      'limit',
      'cursor',
      'fields',
      'total',
    ],
    paging: 'cursor',
  },
  getTheater: { method: 'GET', path: '/v1/theaters/{theater_id}' },
  suggestPlaces: { method: 'GET', path: '/v1/places/suggest', query: ['q', 'limit', 'fields', 'total'] },
  searchMovies: {
    method: 'GET',
    path: '/v1/movies/search',
    query: [
      'q',
      'playing_now',
      'date',
      'days',
      'near',
      'lat',
      'lon',
      'radius_miles',
      'chain_id',
      'theater_id',
      'include',
      'total',
      'fields',
      'limit',
      'cursor',
    ],
    paging: 'cursor',
  },
  getMovie: { method: 'GET', path: '/v1/movies/{movie_id}' },
  listTheaterShowtimes: {
    method: 'GET',
    path: '/v1/theaters/{theater_id}/showtimes',
    query: [
      'date',
      'days',
      'from',
      'to',
      'format',
      'accessibility',
      'language',
      'subtitle_language',
      'min_free',
      'together',
      'total',
      'include',
      'fields',
      'seat_detail',
      'source_mode',
      'freshness',
      'limit',
      'cursor',
    ],
    paging: 'cursor',
  },
  listMovieShowtimes: {
    method: 'GET',
    path: '/v1/movies/{movie_id}/showtimes',
    query: [
      'near',
      'lat',
      'lon',
      'radius_miles',
      'date',
      'days',
      'chain_id',
      'theater_id',
      'sort',
      'format',
      'accessibility',
      'language',
      'subtitle_language',
      'min_free',
      'together',
      'total',
      'include',
      'fields',
      'seat_detail',
      'source_mode',
      'freshness',
      'limit',
      'cursor',
    ],
    paging: 'cursor',
  },
  searchShowtimes: {
    method: 'GET',
    path: '/v1/showtimes/search',
    query: [
      'theater_id',
      'movie_id',
      'chain_id',
      'date',
      'days',
      'from',
      'to',
      'business_date',
      'near',
      'lat',
      'lon',
      'radius_miles',
      'has_seatmap',
      'seating_type',
      'sort',
      'format',
      'accessibility',
      'language',
      'subtitle_language',
      'min_free',
      'together',
      'total',
      'include',
      'fields',
      'seat_detail',
      'source_mode',
      'freshness',
      'limit',
      'cursor',
    ],
    paging: 'cursor',
  },
  getShowtime: { method: 'GET', path: '/v1/showtimes/{showtime_id}', query: ['include', 'seat_detail'] },
  getSeatMap: {
    method: 'GET',
    path: '/v1/showtimes/{showtime_id}/seatmap',
    query: ['seat_detail', 'source_mode', 'freshness'],
  },
  listPrices: {
    method: 'GET',
    path: '/v1/showtimes/{showtime_id}/prices',
    query: ['source_mode', 'freshness', 'fields', 'total'],
  },
  getShowtimeHistory: { method: 'GET', path: '/v1/showtimes/{showtime_id}/history' },
  getSoldSeats: { method: 'GET', path: '/v1/sold-seats', query: ['theater_id', 'movie_id', 'days', 'to'] },
  takeAvailabilitySnapshot: { method: 'POST', path: '/v1/availability/snapshot', keyed: true },
  followCinemaChanges: {
    method: 'GET',
    path: '/v1/changes',
    query: [
      'after',
      'type',
      'chain_id',
      'theater_id',
      'movie_id',
      'near',
      'lat',
      'lon',
      'radius_miles',
      'limit',
      'fields',
      'total',
    ],
  },
  listArtifacts: {
    method: 'GET',
    path: '/v1/artifacts',
    query: ['source_id', 'chain_id', 'total', 'limit', 'cursor', 'fields'],
    paging: 'cursor',
  },
  getAnalytics: { method: 'GET', path: '/v1/analytics', query: ['days', 'top_limit'] },
  getSyncPlan: {
    method: 'GET',
    path: '/v1/sync-jobs',
    query: ['include_all', 'profile', 'requires_browser', 'requires_fresh_cookies'],
  },
  listSyncRuns: {
    method: 'GET',
    path: '/v1/sync-runs',
    query: ['source_id', 'chain_id', 'status', 'total', 'limit', 'cursor', 'fields'],
    paging: 'cursor',
  },
  listSyncStatus: {
    method: 'GET',
    path: '/v1/sync-status',
    query: ['source_id', 'chain_id', 'include_inactive', 'fields', 'total'],
  },
  listSyncMembers: {
    method: 'GET',
    path: '/v1/sync-members',
    query: ['source_id', 'chain_id', 'state', 'limit', 'cursor', 'fields', 'total'],
    paging: 'cursor',
  },
  listExports: { method: 'GET', path: '/v1/exports', query: ['fields', 'total'] },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
