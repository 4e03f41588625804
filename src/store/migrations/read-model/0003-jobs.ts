/** Job postings, the counts kept beside them, and what is known of their boards. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTextIndex } from '../../text-index.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer, real, bytes } = columnTypes(engine)
  const clustered = sql.raw(engine === 'sqlite' ? ' without rowid' : '')

  let job = db.schema
    .createTable('job')
    .addColumn('slot', integer, (column) => column.primaryKey().notNull())
    .addColumn('id', text, (column) => column.notNull().unique())
  for (const name of jobTexts) job = job.addColumn(name, text, (column) => column.notNull())
  for (const name of jobIntegers) job = job.addColumn(name, integer, (column) => column.notNull())
  for (const name of jobOptionalTexts) job = job.addColumn(name, text)
  await job
    .addColumn('absent_at', integer)
    .addColumn('held_at', integer)
    .addColumn('pay_min', real)
    .addColumn('pay_max', real)
    .addColumn('doc', text, (column) => column.notNull())
    .execute()
  await createTextIndex(db, engine, 'job', ['title', 'company', 'department', 'place'])
  for (const [name, columns] of Object.entries(jobIndexes)) {
    await sql`create index ${sql.raw(name)} on job (${sql.raw(columns)})`.execute(db)
  }

  for (const column of ['same_requisition', 'same_text']) {
    await sql`create index ${sql.raw(`job_by_${column}`)} on job (${sql.raw(column)}) where ${sql.raw(column)} is not null`.execute(
      db,
    )
  }

  await sql`create table job_place (
    term ${text} not null, active ${integer} not null, listed_on ${text} not null, job_id ${text} not null,
    primary key (term, active, listed_on, job_id))${clustered}`.execute(db)
  await db.schema.createIndex('job_place_by_job').on('job_place').column('job_id').execute()

  await sql`create table job_count (
    active ${integer} not null, scope ${text} not null, field ${text} not null, key ${text} not null, n ${integer} not null,
    primary key (active, scope, field, key))${clustered}`.execute(db)
  await sql`create index job_count_top on job_count (active, scope, field, n desc, key)`.execute(db)

  await sql`create table job_block (
    block ${integer} primary key not null, revision ${integer} not null, data ${bytes} not null)`.execute(db)
  if (engine === 'postgres') {
    // Blocks are read and written whole, and often: packing them takes longer than the disk does.
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

  await db.schema
    .createTable('job_board')
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('member_id', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('reason', text)
    .addColumn('good_count', integer, (column) => column.notNull())
    .addColumn('good_day', text)
    .addColumn('held_count', integer)
    .addColumn('zero_days', integer, (column) => column.notNull())
    .addColumn('zero_day', text)
    .addColumn('gone_since', text)
    .addColumn('attempted_at', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('job_board_key', ['source_id', 'member_id'])
    .execute()

  await sql`create table job_closing (
    source_id ${text} not null, member_id ${text} not null, slot ${integer} not null, reason ${text} not null,
    closed_on ${text} not null, last_seen ${text}, primary key (source_id, member_id, slot))${clustered}`.execute(
    db,
  )
}

const jobTexts = [
  'source_id',
  'member_id',
  'title',
  'company',
  'department',
  'place',
  'department_key',
  'company_key',
  'ats_key',
  'workplace_key',
  'employment_key',
  'cities',
  'regions',
  'countries',
  'listed_on',
  'first_seen',
  'changed_on',
  'content_hash',
  'fingerprint',
  'hash',
]
const jobIntegers = ['active', 'employment_bits', 'absences', 'reopened', 'is_partial']
const jobOptionalTexts = [
  'posted_on',
  'pay_currency',
  'pay_period',
  'closes_on',
  'closed_on',
  'last_seen',
  'same_requisition',
  'same_text',
  'duplicate_of',
]

const jobIndexes = {
  job_by_member: 'source_id, member_id',
  job_by_day: 'active, listed_on desc, id desc',
  job_by_department: 'active, department_key, listed_on desc, id desc',
  job_by_company: 'active, company_key, listed_on desc, id desc',
  job_by_workplace: 'active, workplace_key, listed_on desc, id desc',
  job_by_ats: 'active, ats_key, listed_on desc, id desc',
  job_by_first_seen: 'active, first_seen desc, id desc',
  job_by_change: 'active, changed_on desc, id desc',
}
