/** Requests outside runs no longer take turns in the ledger. */

import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('host_turn').execute()
}
