/** Operators can block identities. */

import type { Kysely } from 'kysely'
import type { Engine } from '../../engine.ts'
import { columnTypes } from '../column-types.ts'
import { createIndexes } from '../create-tables.ts'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('identity').addColumn('blocked_at', columnTypes(engine).integer).execute()
  await createIndexes(db, [
    'identity_by_quota_owner on identity (quota_owner)',
    'management_token_by_identity on management_token (identity_id)',
  ])
}
