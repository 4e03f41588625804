/** Movies are searched in memory: their full-text index is no longer used. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../store.ts'
import { dropTextIndex } from '../../text-search/text-index.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await dropTextIndex(db, engine, 'movie')
}
