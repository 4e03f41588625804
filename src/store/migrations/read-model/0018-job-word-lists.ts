/** In which postings a word of the descriptions occurs, and the postings whose words are not listed yet. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine, {
    job_word_list: { columns: { id: 'integer key', data: 'bytes' } },
    job_pending_words: { columns: { slot: 'integer key', was_listed: 'integer' } },
  })
}
