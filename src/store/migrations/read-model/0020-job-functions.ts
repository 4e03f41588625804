/** Postings are filtered and counted by function and seniority, and those without a value of a field are counted. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

const columns = {
  city: 'cities',
  region: 'regions',
  workplace_type: 'workplace_key',
  employment_type: 'employment_key',
  department: 'department_key',
  company: 'company_key',
  country: 'countries',
  ats: 'ats_key',
  job_function: 'function_key',
  seniority: 'seniority_key',
}
const scopes = { department: 'department_key', workplace_type: 'workplace_key', ats: 'ats_key' }

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  for (const column of ['function_key', 'seniority_key'])
    await sql`alter table job add column ${sql.ref(column)} ${text} not null default ''`.execute(db)
  for (const [field, column] of Object.entries(columns)) {
    const isEmpty = sql`job.${sql.ref(column)} = ''`
    const insert = sql`insert into job_count (active, scope, field, key, n)`
    await sql`${insert} select job.active, '', ${sql.lit(field)}, '', count(*) from job where ${isEmpty} group by job.active`.execute(
      db,
    )
    for (const [scope, key] of Object.entries(scopes))
      await sql`${insert} select job.active, ${sql.lit(`${scope}:`)} || job.${sql.ref(key)}, ${sql.lit(field)}, '', count(*) from job where ${isEmpty} and job.${sql.ref(key)} <> '' group by job.active, job.${sql.ref(key)}`.execute(
        db,
      )
    await sql`${insert} select job.active, job_place.term, ${sql.lit(field)}, '', count(*) from job join job_place on job_place.job_id = job.id where job_place.term like 'country:%' and ${isEmpty} group by job.active, job_place.term`.execute(
      db,
    )
  }
}
