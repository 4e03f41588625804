/** Indexes in the order of two lists that were sorted for each request: notices, and showtimes of theaters by their start. */

import { type Kysely, sql } from 'kysely'
import { createIndexes } from '../create-tables.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of noticeIndexes)
    await sql`drop index ${sql.ref(index.slice(0, index.indexOf(' ')))}`.execute(db)
  await createIndexes(db, [
    ...noticeIndexes,
    'showtime_by_theater_start on showtime (theater_id, starts_at, id)',
  ])
}

/** Ids are in descending order too. */
const noticeIndexes = [
  'notice_by_day on notice (published_on desc, id desc)',
  'notice_by_town on notice (town, published_on desc, id desc)',
  'notice_by_category on notice (category, published_on desc, id desc)',
]
