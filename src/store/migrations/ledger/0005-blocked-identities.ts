/** Operators can block identities. */

import { columnTypes } from '../column-types.ts'
import { createIndexes } from '../create-tables.ts'
import type { Migration } from '../migration.ts'

export const up: Migration['up'] = async (db, engine) => {
  await db.schema.alterTable('identity').addColumn('blocked_at', columnTypes(engine).integer).execute()
  await createIndexes(db, [
    'identity_by_quota_owner on identity (quota_owner)',
    'management_token_by_identity on management_token (identity_id)',
  ])
}
