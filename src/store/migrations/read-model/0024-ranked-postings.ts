/** Indexes of postings order them by the first 45 bits of their ids, as a number, which takes a third of the space of the id. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'
import { createIndexes, createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine)
  await sql`alter table job add column id_rank ${integer} not null default 0`.execute(db)
  await sql`update job set id_rank = ${sql.raw(rankOf('id', engine))}`.execute(db)
  for (const index of indexes)
    await sql`drop index ${sql.ref(index.slice(0, index.indexOf(' ')))}`.execute(db)
  await createIndexes(db, indexes)

  await sql`alter table job_place rename to earlier_job_place`.execute(db)
  await createTables(db, engine, {
    job_place: {
      columns: { term: 'text', active: 'integer', listed_on: 'text', id_rank: 'integer', slot: 'integer' },
      key: ['term', 'active', 'listed_on', 'id_rank', 'slot'],
      byKeyOnly: true,
    },
  })
  await sql`insert into job_place (term, active, listed_on, id_rank, slot)
    select earlier.term, earlier.active, earlier.listed_on, job.id_rank, job.slot
    from earlier_job_place as earlier join job on job.id = earlier.job_id order by 1, 2, 3, 4, 5`.execute(db)
  await sql`drop table earlier_job_place`.execute(db)
}

const indexes = [
  'job_by_day on job (active, listed_on desc, id_rank desc)',
  'job_by_department on job (active, department_key, listed_on desc, id_rank desc)',
  'job_by_company on job (active, company_key, listed_on desc, id_rank desc)',
  'job_by_workplace on job (active, workplace_key, listed_on desc, id_rank desc)',
  'job_by_ats on job (active, ats_key, listed_on desc, id_rank desc)',
  'job_by_first_seen on job (active, first_seen desc, id_rank desc)',
]

const characters = '234567abcdefghijklmnopqrstuvwxyz'
const length = 9

/** Base 32, without the prefix `jp_`. */
function rankOf(id: string, engine: Engine): string {
  const find = engine === 'sqlite' ? 'instr' : 'strpos'
  return Array.from(
    { length },
    (_, at) =>
      `cast(${find}('${characters}', substr(${id}, ${4 + at}, 1)) - 1 as bigint) * ${32 ** (length - 1 - at)}`,
  ).join(' + ')
}
