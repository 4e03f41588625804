/** The tables of the jobs service. Columns that end in `_key`, and the lists in bars, hold folded forms to compare by. */

import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../store/store.ts'
import type { ReadModelTables } from '../../../store/tables.ts'
import type { CloseReason } from './job-posting.ts'

export type JobsTables = {
  job: JobRow
  job_place: { term: string; active: number; listed_on: string; job_id: string }
  job_count: { active: number; scope: string; field: string; key: string; n: number }
  job_block: { block: number; revision: number; data: Uint8Array }
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

/** `duplicate`: its board lists it, and so does another board that is known longer. */
export const jobStates = { closed: 0, listed: 1, duplicate: 2 } as const

export interface JobRow {
  /** Its place in the blocks; never changes. */
  slot: number
  id: string
  source_id: string
  member_id: string
  /** One of `jobStates`. */
  active: number
  /** These four are searched; what is shown stands in `doc`. */
  title: string
  company: string
  department: string
  place: string
  department_key: string
  company_key: string
  ats_key: string
  workplace_key: string
  employment_key: string
  /** One bit per label, in the order of the labels. */
  employment_bits: number
  /** `|berlin|new york|`, or empty. */
  cities: string
  regions: string
  countries: string
  /** The day it was posted, or else first seen: what lists are sorted by. */
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
  last_seen: string | null
  /** How often in a row a complete list lacked it, and since when. */
  absences: number
  absent_at: number | null
  /** Missing from a list that is held back: an absence once the next list agrees with it. */
  held_at: number | null
  reopened: number
  is_partial: number
  /** Of what it says; decides whether it changed. */
  content_hash: string
  /** Of title, place and body; finds reposts. */
  fingerprint: string
  /** Equal on another board: the same posting. */
  same_requisition: string | null
  same_text: string | null
  /** The posting that is listed in its place. */
  duplicate_of: string | null
  /** Of the whole row; decides whether it is written. */
  hash: string
  doc: string
}

/** What is known of a board from one sync to the next. */
export interface JobBoardRow {
  source_id: string
  member_id: string
  state: 'ok' | 'incomplete' | 'held' | 'gone'
  reason: string | null
  /** Rows of the last list that was believed. */
  good_count: number
  /** The day of that list. */
  good_day: string | null
  /** Rows of the list that is held back. */
  held_count: number | null
  zero_days: number
  zero_day: string | null
  gone_since: string | null
  /** The last time any list came in. */
  attempted_at: number
}

/** A posting that the newest list of its board lacks for good; closed at the end of the run, unless the platform is in trouble. */
export interface JobClosingRow {
  source_id: string
  member_id: string
  slot: number
  reason: CloseReason
  closed_on: string
  last_seen: string | null
}
