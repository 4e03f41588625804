/** The tag (`ETag`) of the response that a member was published from, and when it was received: the host is asked for another one. */

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../store.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine)
  await sql`alter table member_state add column response_tag ${text}`.execute(db)
  await sql`alter table member_state add column tagged_at ${integer}`.execute(db)
}
