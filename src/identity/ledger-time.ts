/** The time by which processes judge what others have stored in the ledger, whatever happens to their wall clocks. */

import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Ledger, LedgerTransaction } from './tables.ts'

export type LedgerTime = (tx: LedgerTransaction) => Promise<number>

/** On PostgreSQL that of the database; on SQLite, which only one machine uses, that at the start and what has passed since. */
export function createLedgerTime({ engine }: Pick<Ledger, 'engine'>, clock: Clock): LedgerTime {
  if (engine === 'postgres') return readDatabaseTime
  const startedAt = clock.now() - clock.monotonic()
  return async () => Math.round(startedAt + clock.monotonic())
}

/** That of the statement, because a transaction may have waited for a lock. */
async function readDatabaseTime(tx: LedgerTransaction): Promise<number> {
  const { rows } = await sql<{ now_ms: number | string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`.execute(tx)
  return Number(rows[0]?.now_ms)
}
