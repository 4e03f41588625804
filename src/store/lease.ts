/** Leases: of all processes on one store, only one at a time does a named piece of work. */

import type { Clock } from '../core/clock.ts'
import type { Database } from './store.ts'
import type { LedgerTables } from './tables.ts'

/** Returns true if the lease was free or had expired. */
export async function acquireLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
  ttlMs: number,
  clock: Clock,
): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    const now = clock.now()
    const result = await tx
      .insertInto('lease')
      .values({ name, holder, expires_at: now + ttlMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at: now + ttlMs })
          .where('lease.expires_at', '<=', now),
      )
      .executeTakeFirst()
    return result.numInsertedOrUpdatedRows === 1n
  })
}

/** Returns false if the lease has expired or another process has it: the work must stop. */
export async function renewLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
  ttlMs: number,
  clock: Clock,
): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    const now = clock.now()
    const result = await tx
      .updateTable('lease')
      .set({ expires_at: now + ttlMs })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  })
}

/** Does nothing if another process has the lease. */
export async function releaseLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  })
}
