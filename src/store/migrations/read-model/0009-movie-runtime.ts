/** The runtime of a movie, which decides how long its screenings are current. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('movie').addColumn('runtime_minutes', columnTypes(engine).integer).execute()
  const runtime =
    engine === 'sqlite'
      ? sql`json_extract(doc, '$.runtime_minutes')`
      : sql`(doc::json ->> 'runtime_minutes')::integer`
  await sql`update movie set runtime_minutes = ${runtime}`.execute(db)
}
