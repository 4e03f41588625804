/** The time by which processes judge what others have stored in the ledger, whatever happens to their wall clocks. */

import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { AnyTransaction, Store } from '../store.ts'

export type LedgerTime = (tx: AnyTransaction) => Promise<number>

/**
 * For what outlives a restart. On PostgreSQL the time of the database; on SQLite, which only one machine uses, that at
 * the start and what has passed since.
 */
export function createLedgerTime({ engine }: Pick<Store, 'engine'>, clock: Clock): LedgerTime {
  if (engine === 'postgres') return readDatabaseTime
  const startedAt = clock.now() - clock.monotonic()
  return async () => Math.round(startedAt + clock.monotonic())
}

/**
 * For leases. On SQLite the time since the machine started: processes that started before and after the wall clock was
 * set agree on it.
 */
export function createLeaseTime({ engine }: Pick<Store, 'engine'>, clock: Clock): LedgerTime {
  return engine === 'postgres' ? readDatabaseTime : async () => Math.round(clock.monotonic())
}

/** That of the statement, because a transaction may have waited for a lock. */
async function readDatabaseTime(tx: AnyTransaction): Promise<number> {
  const { rows } = await sql<{ now_ms: number | string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`.execute(tx)
  return Number(rows[0]?.now_ms)
}
