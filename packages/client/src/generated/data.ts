/** The data service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

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
  /** The counted field. */
  readonly field?: string
  /** Number of distinct values. */
  readonly values?: number
  /** Values omitted because of `limit`. */
  readonly left_out?: number
  /** Number of matching jobs without a value. */
  readonly not_stated?: number
  readonly near?: NearPlace
  readonly understood?: UnderstoodQuery
  readonly freshness?: JobsFreshness
  /** Doubts about the list: `not_yet_collected` if it is empty because no sync has finished yet, `unknown_value` if it is empty because a filter has a value that does not exist. */
  readonly warnings?: readonly {
    readonly code: string
    readonly message: string
  }[]
}

export interface Pagination {
  readonly limit: number
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
}

export interface NearPlace {
  /** The place that was chosen for `near`; absent for coordinates. */
  readonly place?: string
  readonly lat: number
  readonly lon: number
  /** Other places with this name or postal code, as values for `near`; absent if there are none. */
  readonly alternatives?: readonly string[]
}

/** How the words of `q` were understood. */
export interface UnderstoodQuery {
  /** Words that must match. */
  readonly words: readonly string[]
  /** Words in quotes, which must match next to each other. */
  readonly phrases: readonly string[]
  /** Words and phrases that no field but the description may have. */
  readonly excluded: readonly string[]
  readonly place?: {
    /** The words of `q` that name it. */
    readonly text: string
    /** The same for all names of the place. */
    readonly id: string
    readonly label: string
    /** Whether only jobs in this place were found. Its words are then not among `words`. */
    readonly applied: boolean
    /** Why it was not: the words can mean something else, the name of a company has them, or no job there matches. */
    readonly reason?: 'ambiguous' | 'company' | 'no_jobs'
  }
  /** Words that are far rarer than a similar one, which is searched for too. With `literal=true` it is not. */
  readonly corrections: readonly {
    readonly from: string
    readonly to: string
  }[]
  /** Abbreviations and other spellings that are searched for too. */
  readonly variants: readonly {
    /** A word of `q`. */
    readonly of: string
    /** What counts as the same. */
    readonly forms: readonly string[]
  }[]
  /** What exceeds the number of words that are searched for. */
  readonly ignored: readonly string[]
}

export interface JobsFreshness {
  /** When the oldest list behind the response was fetched. */
  readonly oldest_captured_at: string
  /** When the newest list behind the response was fetched. */
  readonly newest_captured_at: string
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface JobSuggestion {
  /** The filter that takes the value; a title goes into `q`. */
  readonly type: 'title' | 'company' | 'city' | 'country' | 'department'
  readonly value: string
  /** Number of open jobs. */
  readonly count: number
  /** The text with this value in place of its last words, as `q` of a search. */
  readonly q: string
}

export interface JobPosting {
  /** Stable id. */
  readonly id: string
  /** Plain text. Escape it before you insert it into HTML. */
  readonly title: string
  readonly company: string
  /** City, region code and country name of the first place. The text of the board if no place was recognised; empty if there is none. */
  readonly location: string
  /** Department as named by the employer; empty if there is none. */
  readonly role_group: string
  /** Derived from title and department. */
  readonly job_function?:
    | 'Administration'
    | 'Construction and Trades'
    | 'Consulting'
    | 'Customer Success'
    | 'Data'
    | 'Design'
    | 'Education'
    | 'Engineering'
    | 'Finance'
    | 'Healthcare'
    | 'Hospitality and Food'
    | 'Legal and Compliance'
    | 'Manufacturing'
    | 'Marketing'
    | 'Operations'
    | 'People'
    | 'Product'
    | 'Project Management'
    | 'Research'
    | 'Retail'
    | 'Sales'
    | 'Security'
    | 'Security Services'
    | 'Supply Chain'
    | 'Support'
    | 'Transport'
    | null
  /** As the title states it. */
  readonly seniority?:
    | 'Intern'
    | 'Junior'
    | 'Mid'
    | 'Senior'
    | 'Lead'
    | 'Manager'
    | 'Director'
    | 'Executive'
    | null
  /** Applicant-tracking system of the board. */
  readonly ats: string
  readonly status: 'active' | 'closed'
  readonly workplace_type: 'On Site' | 'Remote' | 'Hybrid' | null
  /** One label, or several separated by commas. */
  readonly employment_type: string | null
  /** `<amount> / <period>` or `<min>-<max> / <period>`. */
  readonly salary: string | null
  /** Posting date according to the board. */
  readonly posted: string | null
  /** Date of the first sync that found the job. */
  readonly first_seen: string
  /** Date the content last changed. */
  readonly changed: string
  readonly url: string
  /** All places, the one in `location` first. */
  readonly places: readonly JobPlace[]
  /** ISO 3166-1 alpha-2 codes of the countries that the board names for remote work. */
  readonly remote_countries?: readonly string[]
  /** Parts of the world that the board names as place. */
  readonly world_regions?: readonly string[]
  readonly pay: JobPay | null
  readonly employment_types: readonly (
    | 'Full Time'
    | 'Part Time'
    | 'Contract'
    | 'Internship'
    | 'Temporary'
    | 'Seasonal'
    | 'Volunteer'
    | 'Casual'
    | 'Hourly'
    | 'Regular'
    | 'Regular/Permanent'
    | 'OTHER'
  )[]
  /** Key of the employer on the applicant-tracking system. */
  readonly board: string
  readonly requisition_id: string | null
  readonly closes_on: string | null
  readonly closed_on: string | null
  readonly close_reason: 'unlisted' | 'board_gone' | 'closing_date' | null
  /** Last date on which the board listed the job. */
  readonly last_seen: string | null
  /** Id of the closed job that this one repeats. */
  readonly repost_of: string | null
  /** Id of the same job on another board. Lists and counts include that one instead. */
  readonly duplicate_of: string | null
  /** Null if the board has none. In lists only with `include=description`. */
  readonly description?: JobDescription | null
  /** From the place in `near` to the nearest of its cities. */
  readonly distance_miles?: number
  /** When the last list with this job was fetched; null for some jobs of earlier versions. */
  readonly captured_at: string | null
}

export interface JobPlace {
  readonly city: string | null
  /** ISO 3166-2 code without the country, e.g. `CA`. */
  readonly region: string | null
  /** ISO 3166-2 code with the country. */
  readonly region_code?: string | null
  /** Short English name. */
  readonly country: string | null
  /** ISO 3166-1 alpha-2 code. */
  readonly country_code: string | null
}

export interface JobPay {
  readonly min: number | null
  /** Without `min`: upper bound. */
  readonly max: number | null
  /** ISO 4217. */
  readonly currency: string | null
  readonly period: 'hour' | 'week' | 'year'
}

export interface JobDescription {
  /** A safe subset of HTML: `p`, `h3`, `h4`, `ul`, `ol`, `li`, `br`, `strong`, `em`, and `a` with `href` and `rel`. */
  readonly html: string
  /** The same as plain text. Escape it before you insert it into HTML. */
  readonly text: string
  /** Grows with each change of the description. */
  readonly version: number
  /** Date of the first list with this version. */
  readonly since: string
}

export interface FacetRow {
  /** A city has its country (`London, United Kingdom`), a region the code of its country (`US-CT`). */
  readonly value: string
  /** Of cities, regions and countries: ISO 3166-1 alpha-2 code. */
  readonly country_code?: string
  readonly count: number
  /** Percentage of the matching jobs. */
  readonly share: number | null
}

export interface OpenDay {
  /** In UTC. */
  readonly day: string
  /** Jobs that were open at the end of the day. */
  readonly open: number
  /** Jobs that were first seen on this day. */
  readonly opened: number
  /** Jobs that were closed on this day. */
  readonly closed: number
}

export interface PostingChange {
  /** Counts the changes of the service, without gaps. */
  readonly number: number
  readonly type:
    | 'posting.opened'
    | 'posting.changed'
    | 'posting.closed'
    | 'posting.reopened'
    | 'posting.corrected'
  /** When the responses that show the change were fetched. */
  readonly detected_at: string
  /** False if the change made it leave the filter: remove it from a mirror of the filter. */
  readonly matches: boolean
  readonly job_id: string
  /** Of a changed or corrected job: the fields that differ. */
  readonly fields?: readonly string[]
  readonly job: JobPosting
}

export interface JobChange {
  /** Grows with each change. */
  readonly id: number
  /** What happened. */
  readonly type: 'opened' | 'changed' | 'closed' | 'reopened'
  /** When the list that shows the change was fetched. */
  readonly detected_at: string
  readonly job: JobPosting
}

export interface OffsetPagination {
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly nextOffset: number | null
  readonly next_offset: number | null
}

export interface CoverageRecord {
  readonly provider: {
    readonly id: string
    readonly name: string
    readonly tier: string
    /** One of implemented, parser_only, gated, planned. */
    readonly adapter_status: string
    readonly connect_method: string
    readonly auth: string
    readonly normalized_coverage: {
      /** True, false, or a word that qualifies the coverage. */
      readonly organizations: boolean | string
      /** True, false, or a word that qualifies the coverage. */
      readonly certifications: boolean | string
      /** True, false, or a word that qualifies the coverage. */
      readonly controls: boolean | string
      /** True, false, or a word that qualifies the coverage. */
      readonly subprocessors: boolean | string
      /** True, false, or a word that qualifies the coverage. */
      readonly documents: boolean | string
      /** True, false, or a word that qualifies the coverage. */
      readonly securityUpdates: boolean | string
    }
    /** How the provider is read; not a limit of this service. */
    readonly rate_limit: {
      readonly recommendedRps: number
      readonly maxConcurrency: number
      readonly readCeiling: string
      readonly limiter: string
      readonly penalty: string
      readonly backoff: string
      readonly mintCeiling?: string
    }
    readonly stats: {
      readonly providerId: string
      readonly name: string
      readonly adapterStatus: string
      readonly organizations: number
      readonly trustCenters: number
      readonly certifications: number
      readonly controls: number
      readonly subprocessors: number
      readonly documents: number
      readonly securityUpdates: number
      readonly sources: number
    }
  }
  readonly target_support: {
    readonly support_status: string
    readonly sync_cadence: string
    /** How the provider is read; not a limit of this service. */
    readonly rate_limit: {
      readonly recommendedRps: number
      readonly maxConcurrency: number
      readonly readCeiling: string
      readonly limiter: string
      readonly penalty: string
      readonly backoff: string
      readonly mintCeiling?: string
    }
    readonly known_source_count: number
    readonly harvestable_source_count: number
    /** Path of the backfill list. */
    readonly seed: string
  }
  readonly counts: {
    readonly companies: number
    readonly trust_centers: number
    readonly certifications: number
    readonly controls: number
    readonly subprocessors: number
    readonly documents: number
    readonly security_updates: number
    readonly sources: number
  }
  readonly data_surface: {
    /** 13 points per observed capability, and up to 9 for the depth of the records. */
    readonly score: number
    readonly score_kind: string
    readonly granularity_tier: string
    readonly observed_capabilities: {
      readonly trust_centers: boolean
      readonly certifications: boolean
      readonly controls: boolean
      readonly subprocessors: boolean
      readonly documents: boolean
      readonly security_updates: boolean
      readonly provenance: boolean
    }
    readonly available_capabilities: readonly string[]
    readonly missing_capabilities: readonly string[]
    readonly analysis_readiness: {
      readonly vendor_risk_profile: boolean
      readonly security_questionnaire_evidence: boolean
      readonly subprocessor_monitoring: boolean
      readonly document_inventory: boolean
      readonly compliance_tracking: boolean
      readonly security_advisory_monitoring: boolean
      readonly provenance_audit: boolean
    }
    readonly counts: {
      readonly trust_centers: number
      readonly certifications: number
      readonly controls: number
      readonly subprocessors: number
      readonly documents: number
      readonly security_updates: number
      readonly sources: number
    }
  }
  readonly trust_centers: {
    /** Of open, open_with_gated_documents, partial, unread, closed. */
    readonly access_profiles: readonly {
      readonly key: string
      readonly count: number
    }[]
    /** Of public, request, mixed, transparent, private, unknown. */
    readonly access_levels: readonly {
      readonly key: string
      readonly count: number
    }[]
    /** Trust centers whose section was read without signing in. */
    readonly data_access: {
      readonly certifications: number
      readonly controls: number
      readonly subprocessors: number
      readonly documents: number
      readonly security_updates: number
    }
  }
  readonly source_registry: {
    readonly rank: number
    readonly segment: string
    readonly owner: string
    readonly auth: string
    readonly connect: {
      readonly method: string
      readonly fetch: string
      readonly officialApi: string | null
      readonly [name: string]: unknown
    }
    readonly discovery: {
      readonly cnameTarget: string
      readonly handleInCname: boolean
      readonly note: string
      readonly fingerprints: readonly string[]
      readonly channels: readonly string[]
    }
    readonly backfill_2026_06_11: {
      readonly priorKnown: number
      readonly harvestableNow: number
      readonly netNew: number
      readonly totalKnown: number
      readonly netNewFromCommonCrawl?: number
      readonly commonCrawlFloor?: number
      readonly observedHostDomains?: number
      readonly missingObservedHostDomains?: number
      readonly unit?: string
      readonly sourceChannels?: readonly string[]
      readonly seed: string
      readonly notes?: string
    }
  }
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly provider: string
    readonly companies: string
    readonly trust_centers: string
    readonly sources: string
  }
}

/** What was counted at the end of the last run of this day. */
export interface CoverageDay {
  readonly day: string
  readonly companies: number
  readonly trust_centers: number
  readonly certifications: number
  readonly controls: number
  readonly subprocessors: number
  readonly documents: number
  readonly security_updates: number
  readonly sources: number
}

export interface TrustProvider {
  readonly id: string
  readonly name: string
  readonly tier: string
  /** One of implemented, parser_only, gated, planned. */
  readonly adapter_status: string
  readonly connect_method: string
  readonly auth: string
  readonly normalized_coverage: {
    /** True, false, or a word that qualifies the coverage. */
    readonly organizations: boolean | string
    /** True, false, or a word that qualifies the coverage. */
    readonly certifications: boolean | string
    /** True, false, or a word that qualifies the coverage. */
    readonly controls: boolean | string
    /** True, false, or a word that qualifies the coverage. */
    readonly subprocessors: boolean | string
    /** True, false, or a word that qualifies the coverage. */
    readonly documents: boolean | string
    /** True, false, or a word that qualifies the coverage. */
    readonly securityUpdates: boolean | string
  }
  /** How the provider is read; not a limit of this service. */
  readonly rate_limit: {
    readonly recommendedRps: number
    readonly maxConcurrency: number
    readonly readCeiling: string
    readonly limiter: string
    readonly penalty: string
    readonly backoff: string
    readonly mintCeiling?: string
  }
  readonly stats: {
    readonly providerId: string
    readonly name: string
    readonly adapterStatus: string
    readonly organizations: number
    readonly trustCenters: number
    readonly certifications: number
    readonly controls: number
    readonly subprocessors: number
    readonly documents: number
    readonly securityUpdates: number
    readonly sources: number
  }
  readonly website: string | null
  readonly source_registry: {
    readonly rank: number
    readonly segment: string
    readonly owner: string
    readonly auth: string
    readonly connect: {
      readonly method: string
      readonly fetch: string
      readonly officialApi: string | null
      readonly [name: string]: unknown
    }
    readonly discovery: {
      readonly cnameTarget: string
      readonly handleInCname: boolean
      readonly note: string
      readonly fingerprints: readonly string[]
      readonly channels: readonly string[]
    }
    readonly backfill_2026_06_11: {
      readonly priorKnown: number
      readonly harvestableNow: number
      readonly netNew: number
      readonly totalKnown: number
      readonly netNewFromCommonCrawl?: number
      readonly commonCrawlFloor?: number
      readonly observedHostDomains?: number
      readonly missingObservedHostDomains?: number
      readonly unit?: string
      readonly sourceChannels?: readonly string[]
      readonly seed: string
      readonly notes?: string
    }
  }
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly coverage: string
    readonly companies: string
    readonly trust_centers: string
    readonly sources: string
  }
}

export interface TrustCompany {
  readonly id: string
  readonly name: string
  readonly domain: string | null
  readonly website: string | null
  readonly providers: readonly string[]
  readonly trust_centers: readonly {
    readonly id: string
    readonly url: string
    readonly provider: string
  }[]
  /** Frameworks of the certifications that are counted: held or in progress. */
  readonly framework_ids: readonly string[]
  readonly counts: {
    /** Null: not read. 0: read, and empty. */
    readonly certifications: number | null
    /** Null: not read. 0: read, and empty. */
    readonly controls: number | null
    /** Null: not read. 0: read, and empty. */
    readonly subprocessors: number | null
    /** Null: not read. 0: read, and empty. */
    readonly documents: number | null
    /** Null: not read. 0: read, and empty. */
    readonly security_updates: number | null
  }
  readonly surfaces: {
    /** Whether it was read, is hidden, or was never tried. */
    readonly certifications: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly controls: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly subprocessors: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly documents: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly security_updates: 'read' | 'not_published' | 'gated' | 'not_read'
  }
  readonly first_seen_at: string
  readonly last_read_at: string | null
  readonly last_changed_at: string
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly changes: string
  }
}

export interface Certification {
  readonly id: string
  readonly company_id: string
  readonly trust_center_id: string
  readonly framework_id: string
  readonly name: string
  readonly kind:
    | 'attestation'
    | 'certification'
    | 'authorization'
    | 'regulation'
    | 'framework'
    | 'standard'
    | 'program'
    | 'questionnaire'
    | 'custom'
  readonly edition: string | null
  readonly level: string | null
  /** As published. */
  readonly status: 'held' | 'in_progress' | 'planned' | 'aligned' | 'expired'
  readonly raw_name: string
  readonly expires_on: string | null
  readonly evidence_url: string
  readonly first_seen_at: string
}

export interface Control {
  readonly id: string
  readonly company_id: string
  readonly trust_center_id: string
  readonly name: string
  readonly description: string | null
  readonly category: string | null
  readonly status: 'passing' | 'not_passing' | 'unknown'
  readonly evidence_url: string
  readonly first_seen_at: string
}

export interface Subprocessor {
  readonly id: string
  readonly company_id: string
  readonly trust_center_id: string
  readonly vendor_id: string
  readonly parent_vendor_id: string | null
  readonly name: string
  readonly raw_name: string
  readonly website: string | null
  readonly domain: string | null
  readonly purpose: string | null
  readonly description: string | null
  readonly category: string | null
  readonly locations: readonly {
    readonly raw: string
    readonly country_code: string | null
    readonly region: string | null
  }[]
  readonly processes_personal_data: boolean | null
  readonly product: string | null
  readonly is_affiliate: boolean
  readonly evidence_url: string
  readonly first_seen_at: string
}

export interface TrustDocument {
  readonly id: string
  readonly company_id: string
  readonly trust_center_id: string
  readonly title: string
  readonly kind: string
  readonly category_raw: string | null
  readonly access: 'public' | 'request' | 'private' | 'unknown'
  readonly url: string | null
  readonly year: number | null
  readonly framework_ids: readonly string[]
  readonly evidence_url: string
  readonly first_seen_at: string
}

export interface SecurityUpdate {
  readonly id: string
  readonly company_id: string
  readonly trust_center_id: string
  readonly title: string
  readonly body: string | null
  readonly category: string | null
  readonly published_at: string | null
  readonly updated_at: string | null
  readonly evidence_url: string
  readonly first_seen_at: string
}

export interface TrustChange {
  readonly id: string
  readonly type:
    | 'subprocessor.added'
    | 'subprocessor.removed'
    | 'subprocessor.changed'
    | 'certification.added'
    | 'certification.removed'
    | 'certification.expiring'
    | 'certification.expired'
    | 'certification.upgraded'
    | 'certification.downgraded'
    | 'certification.status_changed'
    | 'document.added'
    | 'document.removed'
    | 'document.access_changed'
    | 'control.status_changed'
    | 'security_update.published'
    | 'security_update.edited'
    | 'trust_center.discovered'
    | 'trust_center.gated'
    | 'trust_center.readable_again'
    | 'trust_center.gone'
  readonly severity: 'info' | 'low' | 'medium' | 'high'
  readonly company_id: string
  readonly trust_center_id: string
  readonly provider: string
  readonly subject: {
    readonly kind: string
    readonly id: string
    readonly name: string
  }
  readonly before: unknown
  readonly after: unknown
  readonly detected_at: string
  readonly first_absent_at: string | null
  readonly evidence: {
    readonly url: string
    readonly content_hash_before: string | null
    readonly content_hash_after: string | null
  }
}

export interface TrustCenter {
  readonly id: string
  readonly company_id: string
  readonly company: string
  readonly provider: string
  readonly url: string
  readonly host: string
  readonly access_level: 'public' | 'request' | 'mixed' | 'transparent' | 'private' | 'unknown'
  readonly access_profile: 'open' | 'open_with_gated_documents' | 'partial' | 'unread' | 'closed'
  /** What blocked access; null if never attempted. */
  readonly gate:
    | 'none'
    | 'bot_challenge'
    | 'waf_block'
    | 'signed_api'
    | 'auth_api'
    | 'login'
    | 'unread_shell'
    | 'robots'
    | 'gone'
    | null
  readonly gate_reason: string | null
  readonly readable: boolean
  readonly surfaces: {
    /** Whether it was read, is hidden, or was never tried. */
    readonly certifications: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly controls: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly subprocessors: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly documents: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly security_updates: 'read' | 'not_published' | 'gated' | 'not_read'
  }
  readonly data_access: {
    readonly certifications: boolean
    readonly controls: boolean
    readonly subprocessors: boolean
    readonly documents: boolean
    readonly security_updates: boolean
  }
  readonly counts: {
    /** Null: not read. 0: read, and empty. */
    readonly certifications: number | null
    /** Null: not read. 0: read, and empty. */
    readonly controls: number | null
    /** Null: not read. 0: read, and empty. */
    readonly subprocessors: number | null
    /** Null: not read. 0: read, and empty. */
    readonly documents: number | null
    /** Null: not read. 0: read, and empty. */
    readonly security_updates: number | null
    readonly sources: number
  }
  /** Read from rendered pages: rows may be missing. */
  readonly best_effort: boolean
  readonly parser: string | null
  readonly content_hash: string | null
  readonly first_seen_at: string
  readonly last_attempt_at: string | null
  readonly last_read_at: string | null
  readonly last_changed_at: string
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly company: string
    readonly sources: string
  }
}

export interface TrustCenterWithRecords {
  readonly id: string
  readonly company_id: string
  readonly company: string
  readonly provider: string
  readonly url: string
  readonly host: string
  readonly access_level: 'public' | 'request' | 'mixed' | 'transparent' | 'private' | 'unknown'
  readonly access_profile: 'open' | 'open_with_gated_documents' | 'partial' | 'unread' | 'closed'
  /** What blocked access; null if never attempted. */
  readonly gate:
    | 'none'
    | 'bot_challenge'
    | 'waf_block'
    | 'signed_api'
    | 'auth_api'
    | 'login'
    | 'unread_shell'
    | 'robots'
    | 'gone'
    | null
  readonly gate_reason: string | null
  readonly readable: boolean
  readonly surfaces: {
    /** Whether it was read, is hidden, or was never tried. */
    readonly certifications: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly controls: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly subprocessors: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly documents: 'read' | 'not_published' | 'gated' | 'not_read'
    /** Whether it was read, is hidden, or was never tried. */
    readonly security_updates: 'read' | 'not_published' | 'gated' | 'not_read'
  }
  readonly data_access: {
    readonly certifications: boolean
    readonly controls: boolean
    readonly subprocessors: boolean
    readonly documents: boolean
    readonly security_updates: boolean
  }
  readonly counts: {
    /** Null: not read. 0: read, and empty. */
    readonly certifications: number | null
    /** Null: not read. 0: read, and empty. */
    readonly controls: number | null
    /** Null: not read. 0: read, and empty. */
    readonly subprocessors: number | null
    /** Null: not read. 0: read, and empty. */
    readonly documents: number | null
    /** Null: not read. 0: read, and empty. */
    readonly security_updates: number | null
    readonly sources: number
  }
  /** Read from rendered pages: rows may be missing. */
  readonly best_effort: boolean
  readonly parser: string | null
  readonly content_hash: string | null
  readonly first_seen_at: string
  readonly last_attempt_at: string | null
  readonly last_read_at: string | null
  readonly last_changed_at: string
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly company: string
    readonly sources: string
  }
  readonly records: {
    readonly certifications: readonly Certification[]
    readonly controls: readonly Control[]
    readonly subprocessors: readonly Subprocessor[]
    readonly documents: readonly TrustDocument[]
    readonly security_updates: readonly SecurityUpdate[]
  }
}

export interface TrustSource {
  readonly id: string
  readonly provider: string
  readonly trust_center_id: string
  readonly kind:
    | 'directory_entry'
    | 'dns_cname'
    | 'crawl_host'
    | 'manual'
    | 'page_read'
    | 'api_read'
    | 'import_file'
  readonly url: string
  readonly discovered_via: string
  readonly status: 'harvestable' | 'gated' | 'dead' | 'duplicate' | 'unverified'
  readonly last_http_status: number | null
  readonly last_checked_at: string
  readonly evidence: {
    readonly sha256: string | null
    readonly bytes: number | null
    readonly content_type: string | null
  }
  /** Frameworks that a directory claims; not counted. */
  readonly claimed_framework_ids: readonly string[]
  readonly listed_on: string | null
}

export interface Vendor {
  readonly id: string
  readonly name: string
  readonly domain: string | null
  readonly parent_vendor_id: string | null
  /** Number of companies that list it. */
  readonly companies: number
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly companies: string
  }
}

export interface Framework {
  readonly id: string
  readonly name: string
  readonly family: string
  readonly kind:
    | 'attestation'
    | 'certification'
    | 'authorization'
    | 'regulation'
    | 'framework'
    | 'standard'
    | 'program'
    | 'questionnaire'
    | 'custom'
  readonly aliases: readonly string[]
  /** Number of companies that claim to hold it. */
  readonly companies: number
  /** Related paths, to be appended to the base path of the service, such as `/data`. */
  readonly links: {
    readonly self: string
    readonly companies: string
  }
}

export interface TrustCenterChange {
  /** Counts the changes of the service, without gaps. */
  readonly number: number
  readonly type:
    | 'subprocessor.added'
    | 'subprocessor.removed'
    | 'subprocessor.changed'
    | 'certification.added'
    | 'certification.removed'
    | 'certification.expiring'
    | 'certification.expired'
    | 'certification.upgraded'
    | 'certification.downgraded'
    | 'certification.status_changed'
    | 'document.added'
    | 'document.removed'
    | 'document.access_changed'
    | 'control.status_changed'
    | 'security_update.published'
    | 'security_update.edited'
    | 'trust_center.discovered'
    | 'trust_center.gated'
    | 'trust_center.readable_again'
    | 'trust_center.gone'
  /** When the responses that show the change were fetched. */
  readonly detected_at: string
  /** False if the change made it leave the filter: remove it from a mirror of the filter. */
  readonly matches: boolean
  readonly change: TrustChange
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

export interface SuggestJobsParams {
  /** The beginning of a word, or words and the beginning of one. */
  readonly q: string
  /** Only values of this type. */
  readonly type?: 'title' | 'company' | 'city' | 'country' | 'department' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface SearchJobsParams {
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `true`: open jobs. `false`: closed jobs. */
  readonly active?: boolean | undefined
  /** Words in title, company, department, place or description, in any form of the word. All words must match. Use quotes for phrases, `word*` for prefixes, and `-word`, `!word` or `NOT word` to exclude; excluded words are not looked for in descriptions. The words of a phrase are next to each other in one field; a description matches if it has all of them, in any order. Prefixes do not look in descriptions. The name of a place finds the jobs that are there, unless it can mean something else. Abbreviations and other spellings count as the same, and a word that is far rarer than one in which a letter differs also finds that. `meta.understood` says how the words were understood. */
  readonly q?: string | undefined
  /** `true`: the words of `q` as they are written: no place, no variants, no corrections. */
  readonly literal?: boolean | undefined
  /** Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`). */
  readonly department?: string | undefined
  /** Name of the employer, ignoring case, character width and spacing. */
  readonly company?: string | undefined
  /** Name of a city in any language, or a usual short form, and optionally its country: `London, Canada`, `München`, `NYC`. City, region and country match one and the same place. */
  readonly city?: string | undefined
  /** ISO 3166-2 code of a region, with or without the country, or its name: `US-CA`, `Bavaria`. */
  readonly region?: string | undefined
  /** Name of a country, or its code of two or three letters. */
  readonly country?: string | undefined
  /** Jobs in cities within `radius_miles` of this place: a city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`. If several places have this name, the largest is chosen; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Great-circle distance from `near`. Default: 25. */
  readonly radius_miles?: number | undefined
  /** Workplace type: `On Site`, `Remote`, `Hybrid`, or `on_site`, `remote`, `hybrid`. */
  readonly workplace_type?: string | undefined
  /** One label matches every job that has it. A comma-separated list matches exactly that combination. */
  readonly employment_type?: string | undefined
  /** Name of the applicant-tracking system. */
  readonly ats?: string | undefined
  /** Function derived from title and department. */
  readonly job_function?: string | undefined
  /** Seniority as the title states it. */
  readonly seniority?: string | undefined
  /** Jobs whose maximum pay per year is at least this amount. It is in `salary_currency` per `salary_period`; pay in other currencies and periods is converted, see `meta.pay`. */
  readonly salary_min?: number | undefined
  /** ISO 4217 code. With `salary_min`, the currency of the amount (default: `USD`); without it, jobs whose pay is stated in this currency. */
  readonly salary_currency?: string | undefined
  /** With `salary_min`, the period of the amount (default: `year`); without it, jobs whose pay is stated per this period. */
  readonly salary_period?: 'hour' | 'week' | 'year' | undefined
  /** Posted after this date. */
  readonly posted_after?: string | undefined
  /** Posted before this date. */
  readonly posted_before?: string | undefined
  /** First seen after this date. */
  readonly first_seen_after?: string | undefined
  /** Changed after this date. */
  readonly changed_after?: string | undefined
  /** Closed on this date or later. Requires `active=false`. */
  readonly closed_since?: string | undefined
  /** Descending order. Default: `relevance` with `q`, otherwise `posted`. `relevance` requires `q`. `salary`: by the maximum pay per year in one currency, see `meta.pay`; jobs without a comparable amount are last. `distance`: the nearest to `near` first. */
  readonly sort?: 'posted' | 'first_seen' | 'changed' | 'relevance' | 'salary' | 'distance' | undefined
  /** Adds the descriptions. A page then has at most 50 rows. */
  readonly include?: 'description' | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface JobFacetsParams {
  /** The field to count by. `/job-postings/v1/jobs/facets/{by}` has more: `department`, `company`, `country` and `ats`. */
  readonly field: 'city' | 'region' | 'workplace_type' | 'employment_type'
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `true`: open jobs. `false`: closed jobs. */
  readonly active?: boolean | undefined
  /** Words in title, company, department, place or description, in any form of the word. All words must match. Use quotes for phrases, `word*` for prefixes, and `-word`, `!word` or `NOT word` to exclude; excluded words are not looked for in descriptions. The words of a phrase are next to each other in one field; a description matches if it has all of them, in any order. Prefixes do not look in descriptions. The name of a place finds the jobs that are there, unless it can mean something else. Abbreviations and other spellings count as the same, and a word that is far rarer than one in which a letter differs also finds that. `meta.understood` says how the words were understood. */
  readonly q?: string | undefined
  /** `true`: the words of `q` as they are written: no place, no variants, no corrections. */
  readonly literal?: boolean | undefined
  /** Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`). */
  readonly department?: string | undefined
  /** Name of the employer, ignoring case, character width and spacing. */
  readonly company?: string | undefined
  /** Name of a city in any language, or a usual short form, and optionally its country: `London, Canada`, `München`, `NYC`. City, region and country match one and the same place. */
  readonly city?: string | undefined
  /** ISO 3166-2 code of a region, with or without the country, or its name: `US-CA`, `Bavaria`. */
  readonly region?: string | undefined
  /** Name of a country, or its code of two or three letters. */
  readonly country?: string | undefined
  /** Jobs in cities within `radius_miles` of this place: a city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`. If several places have this name, the largest is chosen; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Great-circle distance from `near`. Default: 25. */
  readonly radius_miles?: number | undefined
  /** Workplace type: `On Site`, `Remote`, `Hybrid`, or `on_site`, `remote`, `hybrid`. */
  readonly workplace_type?: string | undefined
  /** One label matches every job that has it. A comma-separated list matches exactly that combination. */
  readonly employment_type?: string | undefined
  /** Name of the applicant-tracking system. */
  readonly ats?: string | undefined
  /** Function derived from title and department. */
  readonly job_function?: string | undefined
  /** Seniority as the title states it. */
  readonly seniority?: string | undefined
  /** Jobs whose maximum pay per year is at least this amount. It is in `salary_currency` per `salary_period`; pay in other currencies and periods is converted, see `meta.pay`. */
  readonly salary_min?: number | undefined
  /** ISO 4217 code. With `salary_min`, the currency of the amount (default: `USD`); without it, jobs whose pay is stated in this currency. */
  readonly salary_currency?: string | undefined
  /** With `salary_min`, the period of the amount (default: `year`); without it, jobs whose pay is stated per this period. */
  readonly salary_period?: 'hour' | 'week' | 'year' | undefined
  /** Posted after this date. */
  readonly posted_after?: string | undefined
  /** Posted before this date. */
  readonly posted_before?: string | undefined
  /** First seen after this date. */
  readonly first_seen_after?: string | undefined
  /** Changed after this date. */
  readonly changed_after?: string | undefined
  /** Closed on this date or later. Requires `active=false`. */
  readonly closed_since?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface JobFacetsByParams {
  /** The field to count by. */
  readonly by:
    | 'city'
    | 'region'
    | 'workplace_type'
    | 'employment_type'
    | 'department'
    | 'company'
    | 'country'
    | 'ats'
    | 'job_function'
    | 'seniority'
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `true`: open jobs. `false`: closed jobs. */
  readonly active?: boolean | undefined
  /** Words in title, company, department, place or description, in any form of the word. All words must match. Use quotes for phrases, `word*` for prefixes, and `-word`, `!word` or `NOT word` to exclude; excluded words are not looked for in descriptions. The words of a phrase are next to each other in one field; a description matches if it has all of them, in any order. Prefixes do not look in descriptions. The name of a place finds the jobs that are there, unless it can mean something else. Abbreviations and other spellings count as the same, and a word that is far rarer than one in which a letter differs also finds that. `meta.understood` says how the words were understood. */
  readonly q?: string | undefined
  /** `true`: the words of `q` as they are written: no place, no variants, no corrections. */
  readonly literal?: boolean | undefined
  /** Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`). */
  readonly department?: string | undefined
  /** Name of the employer, ignoring case, character width and spacing. */
  readonly company?: string | undefined
  /** Name of a city in any language, or a usual short form, and optionally its country: `London, Canada`, `München`, `NYC`. City, region and country match one and the same place. */
  readonly city?: string | undefined
  /** ISO 3166-2 code of a region, with or without the country, or its name: `US-CA`, `Bavaria`. */
  readonly region?: string | undefined
  /** Name of a country, or its code of two or three letters. */
  readonly country?: string | undefined
  /** Jobs in cities within `radius_miles` of this place: a city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`. If several places have this name, the largest is chosen; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Great-circle distance from `near`. Default: 25. */
  readonly radius_miles?: number | undefined
  /** Workplace type: `On Site`, `Remote`, `Hybrid`, or `on_site`, `remote`, `hybrid`. */
  readonly workplace_type?: string | undefined
  /** One label matches every job that has it. A comma-separated list matches exactly that combination. */
  readonly employment_type?: string | undefined
  /** Name of the applicant-tracking system. */
  readonly ats?: string | undefined
  /** Function derived from title and department. */
  readonly job_function?: string | undefined
  /** Seniority as the title states it. */
  readonly seniority?: string | undefined
  /** Jobs whose maximum pay per year is at least this amount. It is in `salary_currency` per `salary_period`; pay in other currencies and periods is converted, see `meta.pay`. */
  readonly salary_min?: number | undefined
  /** ISO 4217 code. With `salary_min`, the currency of the amount (default: `USD`); without it, jobs whose pay is stated in this currency. */
  readonly salary_currency?: string | undefined
  /** With `salary_min`, the period of the amount (default: `year`); without it, jobs whose pay is stated per this period. */
  readonly salary_period?: 'hour' | 'week' | 'year' | undefined
  /** Posted after this date. */
  readonly posted_after?: string | undefined
  /** Posted before this date. */
  readonly posted_before?: string | undefined
  /** First seen after this date. */
  readonly first_seen_after?: string | undefined
  /** Changed after this date. */
  readonly changed_after?: string | undefined
  /** Closed on this date or later. Requires `active=false`. */
  readonly closed_since?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetJobParams {
  /** `id` of the posting. */
  readonly job_id: string
}

export interface ListJobDescriptionsParams {
  /** `id` of the posting. */
  readonly job_id: string
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListOpenDaysParams {
  /** Name of the employer, ignoring case, character width and spacing. */
  readonly company?: string | undefined
  /** Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`). */
  readonly department?: string | undefined
  /** Name of a city in any language, or a usual short form, and optionally its country: `London, Canada`, `München`, `NYC`. City, region and country match one and the same place. */
  readonly city?: string | undefined
  /** ISO 3166-2 code of a region, with or without the country, or its name: `US-CA`, `Bavaria`. */
  readonly region?: string | undefined
  /** Name of a country, or its code of two or three letters. */
  readonly country?: string | undefined
  /** Jobs in cities within `radius_miles` of this place: a city (`Leeds`, `Portland, OR`, `Wien`), a postal code or `lat,lon`. If several places have this name, the largest is chosen; add a region or a country to choose another. `meta.near` says which. */
  readonly near?: string | undefined
  /** Great-circle distance from `near`. Default: 25. */
  readonly radius_miles?: number | undefined
  /** Workplace type: `On Site`, `Remote`, `Hybrid`, or `on_site`, `remote`, `hybrid`. */
  readonly workplace_type?: string | undefined
  /** One label matches every job that has it. A comma-separated list matches exactly that combination. */
  readonly employment_type?: string | undefined
  /** Name of the applicant-tracking system. */
  readonly ats?: string | undefined
  /** Function derived from title and department. */
  readonly job_function?: string | undefined
  /** Seniority as the title states it. */
  readonly seniority?: string | undefined
  /** So many days until today. */
  readonly days?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface FollowPostingChangesParams {
  /** `meta.changes_after` of a response, or `now`. Without it, from the oldest change that is stored. */
  readonly after?: string | undefined
  /** Types of change, comma-separated: `posting.opened`, `posting.changed`, `posting.closed`, `posting.reopened`, `posting.corrected`. */
  readonly type?: string | undefined
  /** Name of the employer, ignoring case, character width and spacing. */
  readonly company?: string | undefined
  /** Department as named by the employer, ignoring case, character width and spacing. Like the other filters for labels it takes several values (`a|b`) and values to exclude (`!a`). */
  readonly department?: string | undefined
  /** Name of a country, or its code of two or three letters. */
  readonly country?: string | undefined
  /** Words of title, company, department or place as they are written; all must match. */
  readonly q?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListJobChangesParams {
  /** Changes detected at or after this time. */
  readonly since?: string | undefined
  /** Type of change. */
  readonly type?: 'opened' | 'changed' | 'closed' | 'reopened' | undefined
  /** Which changes come first. */
  readonly order?: 'newest' | 'oldest' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCollectionsParams {
  /** Overrides `Accept`. */
  readonly format?: 'html' | 'markdown' | 'json' | undefined
}

export interface GetCollectionParams {
  /** Name of the department. */
  readonly department: string
  /** Overrides `Accept`. */
  readonly format?: 'html' | 'markdown' | 'json' | undefined
}

export interface ListProviderCoverageParams {
  /** Importance of the provider. */
  readonly tier?: 'tier1' | 'tier2' | undefined
  /** Whether its trust centers can be read. */
  readonly adapter_status?: 'implemented' | 'parser_only' | 'gated' | 'planned' | undefined
  /** Part of the name or id. */
  readonly q?: string | undefined
  /** How its trust centers are read. */
  readonly connect_method?: string | undefined
  /** Providers with this observed capability. */
  readonly capability?:
    | 'trust_centers'
    | 'certifications'
    | 'controls'
    | 'subprocessors'
    | 'documents'
    | 'security_updates'
    | 'provenance'
    | undefined
  /** Providers without this observed capability. */
  readonly missing?:
    | 'trust_centers'
    | 'certifications'
    | 'controls'
    | 'subprocessors'
    | 'documents'
    | 'security_updates'
    | 'provenance'
    | undefined
  /** Minimum coverage score. */
  readonly min_score?: number | undefined
  /** Maximum coverage score. */
  readonly max_score?: number | undefined
  /** Sort order; a minus sorts descending. */
  readonly sort?: 'rank' | '-score' | 'name' | '-trust_centers' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetProviderCoverageParams {
  /** `id` of the provider. */
  readonly provider_id: string
}

export interface ListCoverageDaysParams {
  /** One provider. Default: all together. */
  readonly provider_id?: string | undefined
  /** So many days until today. */
  readonly days?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListTrustProvidersParams {
  /** Importance of the provider. */
  readonly tier?: 'tier1' | 'tier2' | undefined
  /** Whether its trust centers can be read. */
  readonly adapter_status?: 'implemented' | 'parser_only' | 'gated' | 'planned' | undefined
  /** Part of the name or id. */
  readonly q?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetTrustProviderParams {
  /** `id` of the provider. */
  readonly provider_id: string
}

export interface ListTrustCompaniesParams {
  /** One of these provider ids, with `,` or `|` between them. */
  readonly provider?: string | undefined
  /** Words of the name; the last one may be half-typed. If no name has them, one letter of the whole name may be wrong. */
  readonly q?: string | undefined
  /** Registered domain. */
  readonly domain?: string | undefined
  /** Companies with all of these frameworks, by id, name or alias, comma-separated; `a|b` is one of two. */
  readonly certification?: string | undefined
  /** Status of `certification`. Default: `held`. */
  readonly certification_status?: 'held' | 'in_progress' | 'planned' | 'aligned' | 'expired' | undefined
  /** Companies that list all of these vendors, by id, domain or name, comma-separated; `a|b` is one of two. */
  readonly subprocessor?: string | undefined
  /** Companies with a subprocessor list that does not include this vendor. */
  readonly without_subprocessor?: string | undefined
  /** Access level of any of its trust centers. One or more of public, request, mixed, transparent, private, unknown, comma-separated. */
  readonly access_level?: string | undefined
  /** Companies with such a document. One or more of bridge_letter, pentest_report, dpa, baa, questionnaire, insurance, soa, attestation_letter, audit_report, certificate, vulnerability_disclosure, privacy_notice, ai_governance, subprocessor_list, policy, procedure_or_plan, contract_terms, financial_or_tax, architecture, whitepaper, sbom, accessibility, other, comma-separated. */
  readonly document_kind?: string | undefined
  /** Companies with at least one row of each. One or more of certifications, controls, subprocessors, documents, security_updates, comma-separated. */
  readonly has?: string | undefined
  /** Companies whose section was read and is empty. One or more of certifications, controls, subprocessors, documents, security_updates, comma-separated. */
  readonly missing?: string | undefined
  /** Companies that changed after this time. A day or a timestamp. */
  readonly updated_after?: string | undefined
  /** Sort order; a minus sorts descending. */
  readonly sort?: 'name' | '-last_changed_at' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetTrustCompanyParams {
  /** `id` of the company. */
  readonly company_id: string
}

export interface ListCompanyCertificationsParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCompanyControlsParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCompanySubprocessorsParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCompanyDocumentsParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCompanySecurityUpdatesParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListCompanyChangesParams {
  /** `id` of the company. */
  readonly company_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListTrustCentersParams {
  /** One of these provider ids, with `,` or `|` between them. */
  readonly provider?: string | undefined
  /** Company id. */
  readonly company?: string | undefined
  /** How open it is. One or more of public, request, mixed, transparent, private, unknown, comma-separated. */
  readonly access_level?: string | undefined
  /** What a visitor can read. */
  readonly access_profile?: 'open' | 'open_with_gated_documents' | 'partial' | 'unread' | 'closed' | undefined
  /** What keeps anonymous visitors out. */
  readonly gate?:
    | 'none'
    | 'bot_challenge'
    | 'waf_block'
    | 'signed_api'
    | 'auth_api'
    | 'login'
    | 'unread_shell'
    | 'robots'
    | 'gone'
    | undefined
  /** Whether its content could be read. */
  readonly readable?: boolean | undefined
  /** Host name. */
  readonly host?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetTrustCenterParams {
  /** `id` of the trust center. */
  readonly trust_center_id: string
}

export interface ListTrustSourcesParams {
  /** One of these provider ids, with `,` or `|` between them. */
  readonly provider?: string | undefined
  /** Trust center id. */
  readonly trust_center?: string | undefined
  /** Kind of page or response. */
  readonly kind?:
    | 'directory_entry'
    | 'dns_cname'
    | 'crawl_host'
    | 'manual'
    | 'page_read'
    | 'api_read'
    | 'import_file'
    | undefined
  /** Outcome of the last read. */
  readonly status?: 'harvestable' | 'gated' | 'dead' | 'duplicate' | 'unverified' | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListVendorsParams {
  /** Words of the name; the last one may be half-typed. If no name has them, one letter of the whole name may be wrong. */
  readonly q?: string | undefined
  /** Domain of the vendor. */
  readonly domain?: string | undefined
  /** Parent vendor. */
  readonly parent?: string | undefined
  /** Minimum number of companies that list the vendor. */
  readonly min_companies?: number | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetVendorParams {
  /** An id, a domain or a name. */
  readonly vendor_id: string
}

export interface ListVendorCompaniesParams {
  /** An id, a domain or a name. */
  readonly vendor_id: string
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListFrameworksParams {
  /** Family, such as soc, iso or privacy. */
  readonly family?: string | undefined
  /** A name or alias. */
  readonly q?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface GetFrameworkParams {
  /** An id, a name or an alias. */
  readonly framework_id: string
}

export interface ListTrustChangesParams {
  /** Changes detected at or after this time. A day or a timestamp. */
  readonly since?: string | undefined
  /** Types of change. One or more of subprocessor.added, subprocessor.removed, subprocessor.changed, certification.added, certification.removed, certification.expiring, certification.expired, certification.upgraded, certification.downgraded, certification.status_changed, document.added, document.removed, document.access_changed, control.status_changed, security_update.published, security_update.edited, trust_center.discovered, trust_center.gated, trust_center.readable_again, trust_center.gone, comma-separated. */
  readonly type?: string | undefined
  /** How much the change matters. */
  readonly severity?: 'info' | 'low' | 'medium' | 'high' | undefined
  /** One of these provider ids, with `,` or `|` between them. */
  readonly provider?: string | undefined
  /** Company id. */
  readonly company?: string | undefined
  /** A vendor, by id, domain or name. */
  readonly subprocessor?: string | undefined
  /** A framework, by id, name or alias. */
  readonly certification?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Rows to skip. */
  readonly offset?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface FollowTrustCenterChangesParams {
  /** `meta.changes_after` of a response, or `now`. Without it, from the oldest change that is stored. */
  readonly after?: string | undefined
  /** Types of change, comma-separated: `subprocessor.added`, `subprocessor.removed`, `subprocessor.changed`, `certification.added`, `certification.removed`, `certification.expiring`, `certification.expired`, `certification.upgraded`, `certification.downgraded`, `certification.status_changed`, `document.added`, `document.removed`, `document.access_changed`, `control.status_changed`, `security_update.published`, `security_update.edited`, `trust_center.discovered`, `trust_center.gated`, `trust_center.readable_again`, `trust_center.gone`. */
  readonly type?: string | undefined
  /** One of these provider ids, with `,` or `|` between them. */
  readonly provider?: string | undefined
  /** Company id. */
  readonly company?: string | undefined
  /** A vendor, by id, domain or name. */
  readonly subprocessor?: string | undefined
  /** A framework, by id, name or alias. */
  readonly certification?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
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

export interface Data {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** Complete a word Titles, companies, cities, countries and departments of open jobs in which a word begins with the text, those that begin with it first, the most frequent first. If there are none, of the last words of the text. A place is also found by its names in other languages. Counts may be some seconds old. `GET /job-postings/v1/jobs/suggest` */
  readonly suggestJobs: Operation<
    SuggestJobsParams,
    {
      readonly data: readonly JobSuggestion[]
      readonly meta: Meta
    }
  >
  /** Search jobs Newest first by default. `meta.total` is the number of matching jobs. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /job-postings/v1/jobs/search` */
  readonly searchJobs: ListOperation<
    SearchJobsParams,
    JobPosting,
    {
      readonly data: readonly JobPosting[]
      readonly meta: Meta
    }
  >
  /** Count jobs by one of four fields Most frequent first. A job with several places or types of employment counts for each of them. `meta.not_stated` is the number of jobs without a value. `GET /job-postings/v1/jobs/facets` */
  readonly jobFacets: Operation<
    JobFacetsParams,
    {
      readonly data: readonly FacetRow[]
      readonly meta: Meta
    }
  >
  /** Count jobs by any field Most frequent first. A job with several places or types of employment counts for each of them. `meta.not_stated` is the number of jobs without a value. `GET /job-postings/v1/jobs/facets/{by}` */
  readonly jobFacetsBy: Operation<
    JobFacetsByParams,
    {
      readonly data: readonly FacetRow[]
      readonly meta: Meta
    }
  >
  /** Get a job `GET /job-postings/v1/jobs/{job_id}` */
  readonly getJob: Operation<
    GetJobParams,
    {
      readonly data: JobPosting
      readonly meta: Meta
    }
  >
  /** List the versions of a description The last five, newest first. Empty if the board has no description. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /job-postings/v1/descriptions/{job_id}` */
  readonly listJobDescriptions: Operation<
    ListJobDescriptionsParams,
    {
      readonly data: readonly JobDescription[]
      readonly meta: Meta
    }
  >
  /** Count open jobs by day Oldest first, from the first day on which a matching job was seen, and not before closed jobs are deleted (`CLOSED_JOB_DAYS`). Filters compare what a job says now, or said last. A job that was closed and then listed again counts as open in between. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /job-postings/v1/jobs/history` */
  readonly listOpenDays: Operation<
    ListOpenDaysParams,
    {
      readonly data: readonly OpenDay[]
      readonly meta: Meta
    }
  >
  /** Follow changes of job postings Oldest first. To go on, send `meta.changes_after` of the response as `after`: also a page without rows has it, and it moves on past changes that do not match. Lists have it too: read a list, then follow from the `meta.changes_after` of its first page. With `Prefer: wait=20` the response waits for the next change, at most 25 seconds. A position that is too old is 410, with `details.oldest` and the list to begin again from. `GET /job-postings/v1/changes` */
  readonly followPostingChanges: Operation<
    FollowPostingChangesParams,
    {
      readonly data: readonly PostingChange[]
      readonly meta: Meta
    }
  >
  /** List changes of jobs Opened, changed, closed and reopened jobs, each with the job as it is now. To follow them, read `order=oldest` with the last cursor again and again. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /job-postings/v1/jobs/changes` */
  readonly listJobChanges: ListOperation<
    ListJobChangesParams,
    JobChange,
    {
      readonly data: readonly JobChange[]
      readonly meta: Meta
    }
  >
  /** List departments `GET /job-postings/collections` */
  readonly listCollections: Operation<
    ListCollectionsParams,
    {
      readonly [name: string]: unknown
    }
  >
  /** Get a department page `GET /job-postings/collections/{department}` */
  readonly getCollection: Operation<
    GetCollectionParams,
    {
      readonly [name: string]: unknown
    }
  >
  /** List provider coverage The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/coverage/providers` */
  readonly listProviderCoverage: ListOperation<
    ListProviderCoverageParams,
    CoverageRecord,
    {
      readonly data: readonly CoverageRecord[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get the coverage of a provider `GET /v1/coverage/providers/{provider_id}` */
  readonly getProviderCoverage: Operation<
    GetProviderCoverageParams,
    {
      readonly data: CoverageRecord
      readonly meta: Meta
    }
  >
  /** List the coverage by day Oldest first, at most 730 days. A day on which no source was read to its end is missing. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/coverage/history` */
  readonly listCoverageDays: Operation<
    ListCoverageDaysParams,
    {
      readonly data: readonly CoverageDay[]
      readonly meta: Meta
    }
  >
  /** List providers The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/providers` */
  readonly listTrustProviders: ListOperation<
    ListTrustProvidersParams,
    TrustProvider,
    {
      readonly data: readonly TrustProvider[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get a provider `GET /v1/providers/{provider_id}` */
  readonly getTrustProvider: Operation<
    GetTrustProviderParams,
    {
      readonly data: TrustProvider
      readonly meta: Meta
    }
  >
  /** List companies The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies` */
  readonly listTrustCompanies: ListOperation<
    ListTrustCompaniesParams,
    TrustCompany,
    {
      readonly data: readonly TrustCompany[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get a company `GET /v1/companies/{company_id}` */
  readonly getTrustCompany: Operation<
    GetTrustCompanyParams,
    {
      readonly data: TrustCompany
      readonly meta: Meta
    }
  >
  /** List certifications of a company The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/certifications` */
  readonly listCompanyCertifications: ListOperation<
    ListCompanyCertificationsParams,
    Certification,
    {
      readonly data: readonly Certification[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List controls of a company The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/controls` */
  readonly listCompanyControls: ListOperation<
    ListCompanyControlsParams,
    Control,
    {
      readonly data: readonly Control[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List subprocessors of a company The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/subprocessors` */
  readonly listCompanySubprocessors: ListOperation<
    ListCompanySubprocessorsParams,
    Subprocessor,
    {
      readonly data: readonly Subprocessor[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List documents of a company The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/documents` */
  readonly listCompanyDocuments: ListOperation<
    ListCompanyDocumentsParams,
    TrustDocument,
    {
      readonly data: readonly TrustDocument[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List security updates of a company, newest first The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/security-updates` */
  readonly listCompanySecurityUpdates: ListOperation<
    ListCompanySecurityUpdatesParams,
    SecurityUpdate,
    {
      readonly data: readonly SecurityUpdate[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List changes at a company The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/companies/{company_id}/changes` */
  readonly listCompanyChanges: ListOperation<
    ListCompanyChangesParams,
    TrustChange,
    {
      readonly data: readonly TrustChange[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List trust centers The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/trust-centers` */
  readonly listTrustCenters: ListOperation<
    ListTrustCentersParams,
    TrustCenter,
    {
      readonly data: readonly TrustCenter[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get a trust center with its records `GET /v1/trust-centers/{trust_center_id}` */
  readonly getTrustCenter: Operation<
    GetTrustCenterParams,
    {
      readonly data: TrustCenterWithRecords
      readonly meta: Meta
    }
  >
  /** List sources The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/sources` */
  readonly listTrustSources: ListOperation<
    ListTrustSourcesParams,
    TrustSource,
    {
      readonly data: readonly TrustSource[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List vendors The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/subprocessors` */
  readonly listVendors: ListOperation<
    ListVendorsParams,
    Vendor,
    {
      readonly data: readonly Vendor[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get a vendor `GET /v1/subprocessors/{vendor_id}` */
  readonly getVendor: Operation<
    GetVendorParams,
    {
      readonly data: Vendor
      readonly meta: Meta
    }
  >
  /** List companies that use a vendor The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/subprocessors/{vendor_id}/companies` */
  readonly listVendorCompanies: ListOperation<
    ListVendorCompaniesParams,
    TrustCompany,
    {
      readonly data: readonly TrustCompany[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** List frameworks The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/frameworks` */
  readonly listFrameworks: ListOperation<
    ListFrameworksParams,
    Framework,
    {
      readonly data: readonly Framework[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Get a framework `GET /v1/frameworks/{framework_id}` */
  readonly getFramework: Operation<
    GetFrameworkParams,
    {
      readonly data: Framework
      readonly meta: Meta
    }
  >
  /** List changes The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/changes` */
  readonly listTrustChanges: ListOperation<
    ListTrustChangesParams,
    TrustChange,
    {
      readonly data: readonly TrustChange[]
      readonly pagination: OffsetPagination
      readonly meta: Meta
    }
  >
  /** Follow changes of trust centers Oldest first. To go on, send `meta.changes_after` of the response as `after`: also a page without rows has it, and it moves on past changes that do not match. Lists have it too: read a list, then follow from the `meta.changes_after` of its first page. With `Prefer: wait=20` the response waits for the next change, at most 25 seconds. A position that is too old is 410, with `details.oldest` and the list to begin again from. `GET /trust/v1/changes` */
  readonly followTrustCenterChanges: Operation<
    FollowTrustCenterChangesParams,
    {
      readonly data: readonly TrustCenterChange[]
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

export const dataOperations: OperationTable<Data> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  suggestJobs: {
    method: 'GET',
    path: '/job-postings/v1/jobs/suggest',
    query: ['q', 'type', 'limit', 'fields', 'total'],
  },
  searchJobs: {
    method: 'GET',
    path: '/job-postings/v1/jobs/search',
    query: [
      'limit',
      'active',
      'q',
      'literal',
      'department',
      'company',
      'city',
      'region',
      'country',
      'near',
      'radius_miles',
      'workplace_type',
      'employment_type',
      'ats',
      'job_function',
      'seniority',
      'salary_min',
      'salary_currency',
      'salary_period',
      'posted_after',
      'posted_before',
      'first_seen_after',
      'changed_after',
      'closed_since',
      'sort',
      'include',
      'fields',
      'cursor',
      'total',
    ],
    paging: 'cursor',
  },
  jobFacets: {
    method: 'GET',
    path: '/job-postings/v1/jobs/facets',
    query: [
      'field',
      'limit',
      'active',
      'q',
      'literal',
      'department',
      'company',
      'city',
      'region',
      'country',
      'near',
      'radius_miles',
      'workplace_type',
      'employment_type',
      'ats',
      'job_function',
      'seniority',
      'salary_min',
      'salary_currency',
      'salary_period',
      'posted_after',
      'posted_before',
      'first_seen_after',
      'changed_after',
      'closed_since',
      'fields',
      'total',
    ],
  },
  jobFacetsBy: {
    method: 'GET',
    path: '/job-postings/v1/jobs/facets/{by}',
    query: [
      'limit',
      'active',
      'q',
      'literal',
      'department',
      'company',
      'city',
      'region',
      'country',
      'near',
      'radius_miles',
      'workplace_type',
      'employment_type',
      'ats',
      'job_function',
      'seniority',
      'salary_min',
      'salary_currency',
      'salary_period',
      'posted_after',
      'posted_before',
      'first_seen_after',
      'changed_after',
      'closed_since',
      'fields',
      'total',
    ],
  },
  getJob: { method: 'GET', path: '/job-postings/v1/jobs/{job_id}' },
  listJobDescriptions: {
    method: 'GET',
    path: '/job-postings/v1/descriptions/{job_id}',
    query: ['fields', 'total'],
  },
  listOpenDays: {
    method: 'GET',
    path: '/job-postings/v1/jobs/history',
    query: [
      'company',
      'department',
      'city',
      'region',
      'country',
      'near',
      'radius_miles',
      'workplace_type',
      'employment_type',
      'ats',
      'job_function',
      'seniority',
      'days',
      'fields',
      'total',
    ],
  },
  followPostingChanges: {
    method: 'GET',
    path: '/job-postings/v1/changes',
    query: ['after', 'type', 'company', 'department', 'country', 'q', 'limit', 'fields', 'total'],
  },
  listJobChanges: {
    method: 'GET',
    path: '/job-postings/v1/jobs/changes',
    query: ['since', 'type', 'order', 'limit', 'cursor', 'fields', 'total'],
    paging: 'cursor',
  },
  listCollections: { method: 'GET', path: '/job-postings/collections', query: ['format'] },
  getCollection: { method: 'GET', path: '/job-postings/collections/{department}', query: ['format'] },
  listProviderCoverage: {
    method: 'GET',
    path: '/v1/coverage/providers',
    query: [
      'tier',
      'adapter_status',
      'q',
      'connect_method',
      'capability',
      'missing',
      'min_score',
      'max_score',
      'sort',
      'limit',
      'offset',
      'fields',
      'total',
    ],
    paging: 'offset',
  },
  getProviderCoverage: { method: 'GET', path: '/v1/coverage/providers/{provider_id}' },
  listCoverageDays: {
    method: 'GET',
    path: '/v1/coverage/history',
    query: ['provider_id', 'days', 'fields', 'total'],
  },
  listTrustProviders: {
    method: 'GET',
    path: '/v1/providers',
    query: ['tier', 'adapter_status', 'q', 'limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  getTrustProvider: { method: 'GET', path: '/v1/providers/{provider_id}' },
  listTrustCompanies: {
    method: 'GET',
    path: '/v1/companies',
    query: [
      'provider',
      'q',
      'domain',
      'certification',
      'certification_status',
      'subprocessor',
      'without_subprocessor',
      'access_level',
      'document_kind',
      'has',
      'missing',
      'updated_after',
      'sort',
      'limit',
      'offset',
      'fields',
      'total',
    ],
    paging: 'offset',
  },
  getTrustCompany: { method: 'GET', path: '/v1/companies/{company_id}' },
  listCompanyCertifications: {
    method: 'GET',
    path: '/v1/companies/{company_id}/certifications',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listCompanyControls: {
    method: 'GET',
    path: '/v1/companies/{company_id}/controls',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listCompanySubprocessors: {
    method: 'GET',
    path: '/v1/companies/{company_id}/subprocessors',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listCompanyDocuments: {
    method: 'GET',
    path: '/v1/companies/{company_id}/documents',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listCompanySecurityUpdates: {
    method: 'GET',
    path: '/v1/companies/{company_id}/security-updates',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listCompanyChanges: {
    method: 'GET',
    path: '/v1/companies/{company_id}/changes',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listTrustCenters: {
    method: 'GET',
    path: '/v1/trust-centers',
    query: [
      'provider',
      'company',
      'access_level',
      'access_profile',
      'gate',
      'readable',
      'host',
      'limit',
      'offset',
      'fields',
      'total',
    ],
    paging: 'offset',
  },
  getTrustCenter: { method: 'GET', path: '/v1/trust-centers/{trust_center_id}' },
  listTrustSources: {
    method: 'GET',
    path: '/v1/sources',
    query: ['provider', 'trust_center', 'kind', 'status', 'limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listVendors: {
    method: 'GET',
    path: '/v1/subprocessors',
    query: ['q', 'domain', 'parent', 'min_companies', 'limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  getVendor: { method: 'GET', path: '/v1/subprocessors/{vendor_id}' },
  listVendorCompanies: {
    method: 'GET',
    path: '/v1/subprocessors/{vendor_id}/companies',
    query: ['limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  listFrameworks: {
    method: 'GET',
    path: '/v1/frameworks',
    query: ['family', 'q', 'limit', 'offset', 'fields', 'total'],
    paging: 'offset',
  },
  getFramework: { method: 'GET', path: '/v1/frameworks/{framework_id}' },
  listTrustChanges: {
    method: 'GET',
    path: '/v1/changes',
    query: [
      'since',
      'type',
      'severity',
      'provider',
      'company',
      'subprocessor',
      'certification',
      'limit',
      'offset',
      'fields',
      'total',
    ],
    paging: 'offset',
  },
  followTrustCenterChanges: {
    method: 'GET',
    path: '/trust/v1/changes',
    query: [
      'after',
      'type',
      'provider',
      'company',
      'subprocessor',
      'certification',
      'limit',
      'fields',
      'total',
    ],
  },
  listExports: { method: 'GET', path: '/v1/exports', query: ['fields', 'total'] },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
