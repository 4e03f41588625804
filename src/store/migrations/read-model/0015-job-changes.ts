/** What happened to postings, in order. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createIndexes, createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    job_change: { columns: { id: 'counter', detected_at: 'integer', type: 'text', job_id: 'text' } },
  })
  await createIndexes(db, [
    'job_change_by_time on job_change (detected_at, id)',
    'job_change_by_type on job_change (type, id)',
  ])
}
