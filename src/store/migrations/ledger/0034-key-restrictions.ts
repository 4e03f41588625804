/** What a key may do, and from where. Null: everything that keys can do, from any address. */

import { columnTypes } from '../column-types.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  const { text } = columnTypes(engine)
  for (const column of ['scopes', 'addresses'])
    await db.schema.alterTable('api_key').addColumn(column, text).execute()
}
