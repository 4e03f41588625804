/** Leases: of all processes on one store, one at a time does a named piece of work. */

import type { Clock } from '../core/clock.ts'
import type { Database } from './store.ts'
import type { LedgerTables } from './tables.ts'

/** True when the lease is ours now: it was free, or its holder let it expire. */
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

/** False when the lease expired or was taken over: the work has to stop. */
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

/** Gives the lease back, unless somebody else has it by now. */
export async function releaseLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
  })
}
