/** Postings are searched in words of our own, which are the same on both engines, instead of the engine's full-text index. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { dropTextIndex } from '../../text-search/text-index.ts'
import { createTables } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await dropTextIndex(db, engine, 'job')
  await createTables(db, engine, {
    job_words: {
      columns: { block: 'integer key', revision: 'integer', version: 'integer', data: 'bytes' },
    },
  })
}
