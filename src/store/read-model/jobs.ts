/** Job postings, and the state of their boards. */

import type { Table } from '../migrations/create-tables.ts'
import type { SchemaPart } from './schema-part.ts'

const job: Table = {
  columns: {
    slot: 'integer key',
    id: 'text unique',
    source_id: 'text',
    member_id: 'text',
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
    cities: 'text',
    regions: 'text',
    countries: 'text',
    listed_on: 'text',
    first_seen: 'text',
    changed_on: 'text',
    content_hash: 'text',
    source_hash: 'text?',
    fingerprint: 'text',
    hash: 'text',
    active: 'integer',
    absences: 'integer',
    reopened: 'integer',
    is_partial: 'integer',
    posted_on: 'text?',
    pay_currency: 'text?',
    pay_period: 'text?',
    closes_on: 'text?',
    closed_on: 'text?',
    last_seen: 'text?',
    same_requisition: 'text?',
    same_text: 'text?',
    duplicate_of: 'text?',
    absent_at: 'integer?',
    held_at: 'integer?',
    lost_at: 'integer?',
    seen_at: 'integer?',
    pay_min: 'real?',
    pay_max: 'real?',
    doc: 'text',
  },
}

const jobBoard: Table = {
  key: ['source_id', 'member_id'],
  columns: {
    source_id: 'text',
    member_id: 'text',
    state: 'text',
    reason: 'text?',
    good_count: 'integer',
    good_day: 'text?',
    held_count: 'integer?',
    zero_days: 'integer',
    zero_day: 'text?',
    gone_since: 'text?',
    attempted_at: 'integer',
    listed_at: 'integer?',
  },
}

const tables: Readonly<Record<string, Table>> = {
  job,
  job_board: jobBoard,
  job_total: { columns: { active: 'integer key', n: 'integer' } },
  job_block: { columns: { block: 'integer key', revision: 'integer', data: 'bytes' } },
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
  job_free_slot: { columns: { slot: 'integer key' } },
  job_description: { columns: { hash: 'text key', uses: 'integer', data: 'bytes' } },
  job_description_version: {
    columns: { slot: 'integer', version: 'integer', since: 'text', hash: 'text' },
    key: ['slot', 'version'],
    byKeyOnly: true,
  },
  job_word_list: { columns: { id: 'integer key', data: 'bytes' } },
  job_pending_words: { columns: { slot: 'integer key', was_listed: 'integer' } },
}

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
  ],
}
