/** How many listed postings have a title, for suggestions. */

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into job_count (active, scope, field, key, n)
    select 1, '', 'title', title, count(*) from job where active = 1 group by title`.execute(db)
  await sql`insert into job_count (active, scope, field, key, n)
    select 1, '', '#', 'title', count(*) from job_count where field = 'title' having count(*) > 0`.execute(db)
}
