/** What a key may do, and from where. Null: everything that keys can do, from any address. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine)
  for (const column of ['scopes', 'addresses'])
    await db.schema.alterTable('api_key').addColumn(column, text).execute()
}
