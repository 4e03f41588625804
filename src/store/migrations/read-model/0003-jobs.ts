/** Job postings, their precomputed counts, and the state of their boards. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTextIndex } from '../../text-search/text-index.ts'
import { columnTypes } from '../column-types.ts'
import { createIndexes, createTables, type Table } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, bytes } = columnTypes(engine)
  const clustered = sql.raw(engine === 'sqlite' ? ' without rowid' : '')

  await createTables(db, engine, { job, job_board: jobBoard })
  await createTextIndex(db, engine, 'job', ['title', 'company', 'department', 'place'])

  await sql`create table job_place (
    term ${text} not null, active ${integer} not null, listed_on ${text} not null, job_id ${text} not null,
    primary key (term, active, listed_on, job_id))${clustered}`.execute(db)

  await sql`create table job_count (
    active ${integer} not null, scope ${text} not null, field ${text} not null, key ${text} not null, n ${integer} not null,
    primary key (active, scope, field, key))${clustered}`.execute(db)

  await sql`create table job_block (
    block ${integer} primary key not null, revision ${integer} not null, data ${bytes} not null)`.execute(db)
  if (engine === 'postgres') {
    // Blocks are often read and written as a whole: compression would take longer than the disk.
    await sql`alter table job_block alter column data set storage external`.execute(db)
  }
  await sql`create table job_value (
    code ${integer} primary key not null, field ${text} not null, value ${text} not null, unique (field, value))`.execute(
    db,
  )

  await sql`create table job_label (
    field ${text} not null, key ${text} not null, label ${text} not null, primary key (field, key))${clustered}`.execute(
    db,
  )

  await sql`create table job_closing (
    source_id ${text} not null, member_id ${text} not null, slot ${integer} not null, reason ${text} not null,
    closed_on ${text} not null, last_seen ${text}, primary key (source_id, member_id, slot))${clustered}`.execute(
    db,
  )

  await createIndexes(db, indexes)
}

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
    cities: 'text',
    regions: 'text',
    countries: 'text',
    listed_on: 'text',
    first_seen: 'text',
    changed_on: 'text',
    content_hash: 'text',
    fingerprint: 'text',
    hash: 'text',
    active: 'integer',
    employment_bits: 'integer',
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
  },
}

const indexes = [
  'job_by_member on job (source_id, member_id)',
  'job_by_day on job (active, listed_on desc, id desc)',
  'job_by_department on job (active, department_key, listed_on desc, id desc)',
  'job_by_company on job (active, company_key, listed_on desc, id desc)',
  'job_by_workplace on job (active, workplace_key, listed_on desc, id desc)',
  'job_by_ats on job (active, ats_key, listed_on desc, id desc)',
  'job_by_first_seen on job (active, first_seen desc, id desc)',
  'job_by_change on job (active, changed_on desc, id desc)',
  'job_by_same_requisition on job (same_requisition) where same_requisition is not null',
  'job_by_same_text on job (same_text) where same_text is not null',
  'job_place_by_job on job_place (job_id)',
  'job_count_top on job_count (active, scope, field, n desc, key)',
]
