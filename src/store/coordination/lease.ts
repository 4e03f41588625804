/** Leases: of all processes on one store, only one at a time does a named piece of work. */

import type { Transaction } from 'kysely'
import type { Database } from '../store.ts'
import type { LedgerTables } from '../tables.ts'
import type { LedgerTime } from './ledger-time.ts'

/** Returns true if the lease was free or had expired. */
export async function acquireLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
  ttlMs: number,
  leaseTime: LedgerTime,
): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    const now = await leaseTime(tx)
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
    if (result.numInsertedOrUpdatedRows === 1n) return true
    await shortenToLimit(tx, name, ttlMs, now)
    return false
  })
}

/** Returns false if the lease has expired or another process has it: the work must stop. */
export async function renewLease(
  ledger: Database<LedgerTables>,
  name: string,
  holder: string,
  ttlMs: number,
  leaseTime: LedgerTime,
): Promise<boolean> {
  return await ledger.transaction(async (tx) => {
    const now = await leaseTime(tx)
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

/** Undefined if the lease is free. */
export async function readLeaseHolder(
  ledger: Database<LedgerTables>,
  name: string,
  ttlMs: number,
  leaseTime: LedgerTime,
): Promise<string | undefined> {
  return await ledger.transaction(async (tx) => {
    const now = await leaseTime(tx)
    const lease = await tx
      .selectFrom('lease')
      .select('holder')
      .where('name', '=', name)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (lease) await shortenToLimit(tx, name, ttlMs, now)
    return lease?.holder
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

/**
 * A lease from before the machine restarted or the database's clock was set back would last until the time is reached
 * again. Its holder may be alive, so it is shortened to twice the usual time, in which it would be renewed, not ended.
 */
async function shortenToLimit(
  tx: Transaction<LedgerTables>,
  name: string,
  ttlMs: number,
  now: number,
): Promise<void> {
  const limit = now + 2 * ttlMs
  await tx
    .updateTable('lease')
    .set({ expires_at: limit })
    .where('name', '=', name)
    .where('expires_at', '>', limit)
    .execute()
}
