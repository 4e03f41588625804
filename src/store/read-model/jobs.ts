/** Job postings, and the state of their boards. Columns ending in `_key` and lists such as `|a|b|` hold folded forms for comparison. */

import type { RowsOf, Table, Tables } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const job = {
  columns: {
    /** Position in the blocks; never changes. */
    slot: 'integer key',
    id: 'text unique',
    source_id: 'text',
    member_id: 'text',
    /** These four are searched by word; `doc` is the public form. */
    title: 'text',
    company: 'text',
    department: 'text',
    place: 'text',
    department_key: 'text',
    company_key: 'text',
    ats_key: 'text',
    workplace_key: 'text',
    employment_key: 'text',
    function_key: 'text',
    seniority_key: 'text',
    /** `|berlin|new york|`, or empty. */
    cities: 'text',
    regions: 'text',
    countries: 'text',
    /** `posted_on`, or else `first_seen`: the sort key of lists. */
    listed_on: 'text',
    first_seen: 'text',
    changed_on: 'text',
    /** Decides whether the posting changed. */
    content_hash: 'text',
    /** Digest of what the board says about it; null if that is not complete. */
    source_hash: 'text?',
    /** Hash of title, place and body; finds reposts. */
    fingerprint: 'text',
    /** Decides whether the row is written. */
    hash: 'text',
    /** One of `jobStates`. */
    active: 'integer',
    /** Number of consecutive complete lists without it; `absent_at` is the time of the first. */
    absences: 'integer',
    reopened: 'integer',
    is_partial: 'integer',
    posted_on: 'text?',
    pay_currency: 'text?',
    pay_period: 'text?',
    closes_on: 'text?',
    closed_on: 'text?',
    /** Null while the last list contains the posting; its board has the time. */
    last_seen: 'text?',
    /** Equal keys on different boards mean the same posting. */
    same_requisition: 'text?',
    same_text: 'text?',
    /** Id of the posting that is listed instead. */
    duplicate_of: 'text?',
    absent_at: 'integer?',
    /** Time of a held list without it. Counts as an absence if the next list confirms it. */
    held_at: 'integer?',
    /** Time of the first list in which the posting lacked a field that it had. The stored fields stay until another list confirms it. */
    lost_at: 'integer?',
    /** The time on the date of `last_seen`. */
    seen_at: 'integer?',
    pay_min: 'real?',
    pay_max: 'real?',
    doc: 'text',
  },
} as const satisfies Table

/** The state of a board between syncs. */
const jobBoard = {
  key: ['source_id', 'member_id'],
  columns: {
    source_id: 'text',
    member_id: 'text',
    state: 'text',
    reason: 'text?',
    /** Rows of the last accepted list. */
    good_count: 'integer',
    /** Date of the last accepted list. */
    good_day: 'text?',
    /** Rows of the list that is held for confirmation. */
    held_count: 'integer?',
    zero_days: 'integer',
    zero_day: 'text?',
    gone_since: 'text?',
    /** Time of the last list of any kind. */
    attempted_at: 'integer',
    /** Time of the last list from which postings were published. */
    listed_at: 'integer?',
  },
} as const satisfies Table

const tables = {
  job,
  job_board: jobBoard,
  /** The number of postings by state (`jobStates`). */
  job_total: { columns: { active: 'integer key', n: 'integer' } },
  job_block: { columns: { block: 'integer key', revision: 'integer', data: 'bytes' } },
  /** The searchable words of a block's postings. */
  job_words: { columns: { block: 'integer key', revision: 'integer', data: 'bytes' } },
  job_value: {
    columns: { code: 'integer key', field: 'text', value: 'text' },
    unique: ['field', 'value'],
  },
  job_label: {
    columns: { field: 'text', key: 'text', label: 'text' },
    key: ['field', 'key'],
    byKeyOnly: true,
  },
  /** Postings that are due to be closed at the end of the run, unless the platform is in trouble. */
  job_closing: {
    columns: {
      source_id: 'text',
      member_id: 'text',
      slot: 'integer',
      reason: 'text',
      closed_on: 'text',
      last_seen: 'text?',
    },
    key: ['source_id', 'member_id', 'slot'],
    byKeyOnly: true,
  },
  /** Slots of deleted postings. */
  job_free_slot: { columns: { slot: 'integer key' } },
  /** Descriptions as compressed safe HTML, each distinct one once, with the number of versions that have it. */
  job_description: { columns: { hash: 'text key', uses: 'integer', data: 'bytes' } },
  /** The versions of the description of a posting; `since` is the day of the list that had it first. */
  job_description_version: {
    columns: { slot: 'integer', version: 'integer', since: 'text', hash: 'text' },
    key: ['slot', 'version'],
    byKeyOnly: true,
  },
  /** See `text-lists.ts`. */
  job_word_list: { columns: { id: 'integer key', data: 'bytes' } },
  /** Postings whose description is not listed yet; `was_listed`: the lists may have an earlier one (0, 1). */
  job_pending_words: { columns: { slot: 'integer key', was_listed: 'integer' } },
  /** The search indexes in ClickHouse: one, and while another is built, two. */
  job_index: {
    columns: {
      /** Part of the names of its tables. */
      name: 'text key',
      /** `filling`, `serving` or `retired`. */
      state: 'text',
      /** Postings of slots below it were indexed when it was filled. */
      filled_slots: 'integer',
      /** The last revision that was begun; the last one that searches read; the last one whose words are counted. */
      last_revision: 'integer',
      readable_revision: 'integer',
      counted_revision: 'integer',
      /** Versions that ended with this revision or an earlier one are deleted. */
      cleaned_revision: 'integer',
      /** The time of that; of a retired index, since when it is. */
      cleaned_at: 'integer',
    },
  },
  /** The latest revisions of an index. `state`: `open`, `readable` or `abandoned`, since `at`. */
  job_index_revision: {
    columns: { name: 'text', revision: 'integer', state: 'text', at: 'integer' },
    key: ['name', 'revision'],
  },
  /** Slots whose postings have changed since they were indexed; `change` grows with each change. */
  job_unindexed: {
    columns: { name: 'text', slot: 'integer', change: 'integer' },
    key: ['name', 'slot'],
    byKeyOnly: true,
  },
} as const satisfies Tables

export type JobsTables = RowsOf<typeof tables>

const indexes = [
  'job_by_member on job (source_id, member_id, active, slot)',
  'job_by_day on job (active, listed_on desc, id desc)',
  'job_by_first_seen on job (active, first_seen desc, id desc)',
  'job_by_change on job (active, changed_on desc, id desc)',
  'job_by_title on job (active, title)',
  'job_by_closing on job (closed_on) where closed_on is not null',
  'job_by_same_requisition on job (same_requisition) where same_requisition is not null',
  'job_by_same_text on job (same_text) where same_text is not null',
]

export const jobs: SchemaPart = {
  tables,
  indexes,
  // Blocks are often read and written as a whole: compression would take longer than the disk.
  statements: { postgres: ['alter table job_block alter column data set storage external'] },
  formats: [
    'columns of blocks as in src/services/jobs/schema/block.ts: 1',
    'words of postings as in src/services/jobs/encoding/word-lines.ts: 1',
    'words of texts as in src/services/jobs/normalise/text-tokens.ts: 1',
    'postings in ClickHouse as in src/services/jobs/schema/search-index.ts: 2',
  ],
}
