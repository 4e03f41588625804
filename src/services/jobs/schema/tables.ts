/** The tables of the jobs service. Columns ending in `_key` and lists such as `|a|b|` hold folded forms for comparison. */

import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { CloseReason } from './job-posting.ts'

export const service = 'jobs'

export type JobsTables = {
  job: JobRow
  /** The number of postings by state (`jobStates`). */
  job_total: { active: number; n: number }
  job_block: { block: number; revision: number; data: Uint8Array }
  /** The searchable words of a block's postings. */
  job_words: { block: number; revision: number; data: Uint8Array }
  /** Descriptions as compressed safe HTML, each distinct one once, with the number of versions that have it. */
  job_description: { hash: string; uses: number; data: Uint8Array }
  /** The versions of the description of a posting; `since` is the day of the list that had it first. */
  job_description_version: { slot: number; version: number; since: string; hash: string }
  /** See `text-lists.ts`. */
  job_word_list: { id: number; data: Uint8Array }
  /** Postings whose description is not listed yet; `was_listed`: the lists may have an earlier one (0, 1). */
  job_pending_words: { slot: number; was_listed: number }
  /** Slots of deleted postings. */
  job_free_slot: { slot: number }
  job_value: { code: number; field: string; value: string }
  job_label: { field: string; key: string; label: string }
  job_board: JobBoardRow
  job_closing: JobClosingRow
}

export type JobsReadModelTables = JobsTables & ReadModelTables
export type JobsDatabase = Database<ReadModelTables>
export type JobsTransaction = Transaction<JobsReadModelTables>

export function withJobTables(read: Kysely<ReadModelTables>): Kysely<JobsReadModelTables> {
  return read.withTables<JobsTables>()
}

/** `duplicate`: another board has listed the same posting for longer. */
export const jobStates = { closed: 0, listed: 1, duplicate: 2 } as const

export type JobRow = {
  /** Position in the blocks; never changes. */
  slot: number
  id: string
  source_id: string
  member_id: string
  /** One of `jobStates`. */
  active: number
  /** These four are searched by word; `doc` is the public form. */
  title: string
  company: string
  department: string
  place: string
  department_key: string
  company_key: string
  ats_key: string
  workplace_key: string
  employment_key: string
  function_key: string
  seniority_key: string
  /** `|berlin|new york|`, or empty. */
  cities: string
  regions: string
  countries: string
  /** `posted_on`, or else `first_seen`: the sort key of lists. */
  listed_on: string
  posted_on: string | null
  first_seen: string
  changed_on: string
  pay_min: number | null
  pay_max: number | null
  pay_currency: string | null
  pay_period: string | null
  closes_on: string | null
  closed_on: string | null
  /** Null while the last list contains the posting; its board has the time. */
  last_seen: string | null
  /** The time on that date. */
  seen_at: number | null
  /** Number of consecutive complete lists without it, and the time of the first. */
  absences: number
  absent_at: number | null
  /** Time of a held list without it. Counts as an absence if the next list confirms it. */
  held_at: number | null
  reopened: number
  is_partial: number
  /** Time of the first list in which the posting lacked a field that it had. The stored fields stay until another list confirms it. */
  lost_at: number | null
  /** Decides whether the posting changed. */
  content_hash: string
  /** Digest of what the board says about it; null if that is not complete. */
  source_hash: string | null
  /** Hash of title, place and body; finds reposts. */
  fingerprint: string
  /** Equal keys on different boards mean the same posting. */
  same_requisition: string | null
  same_text: string | null
  /** Id of the posting that is listed instead. */
  duplicate_of: string | null
  /** Decides whether the row is written. */
  hash: string
  doc: string
}

/** The state of a board between syncs. */
export interface JobBoardRow {
  source_id: string
  member_id: string
  state: 'ok' | 'incomplete' | 'held' | 'gone'
  reason: string | null
  /** Rows of the last accepted list. */
  good_count: number
  /** Date of the last accepted list. */
  good_day: string | null
  /** Time of the last list from which postings were published. */
  listed_at: number | null
  /** Rows of the list that is held for confirmation. */
  held_count: number | null
  zero_days: number
  zero_day: string | null
  gone_since: string | null
  /** Time of the last list of any kind. */
  attempted_at: number
}

/** A posting that is due to be closed at the end of the run, unless the platform is in trouble. */
export interface JobClosingRow {
  source_id: string
  member_id: string
  slot: number
  reason: CloseReason
  closed_on: string
  last_seen: string | null
}
