/** Which responses a member was published from, as a digest: the same ones are not read again. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine)
  await sql`alter table member_state add column response_digest ${text}`.execute(db)
  await sql`alter table member_state add column digested_at ${integer}`.execute(db)
}
