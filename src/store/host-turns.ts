/** The rows of `host_turn`: whose turn it is to send a request to a host, among all processes on one store. */

import type { LedgerTime } from './coordination/ledger-time.ts'
import type { Database } from './store.ts'
import type { HostTurnRow, LedgerTables } from './tables.ts'

type Ledger = Database<LedgerTables>

/** No turn lasts longer; a row that says so is from before the machine was restarted. */
export const turnMsMax = 5 * 60_000

/** Of one request; `holder` is unique. */
export type Turn = Pick<HostTurnRow, 'host' | 'holder'>

interface TakeOptions {
  readonly host: string
  /** How many turns at the host there may be at once. */
  readonly slots: number
  readonly holder: string
  /** When it ends unless it is ended before. */
  readonly ms: number
}

/** `freeInMs`: all slots are taken, and one may be free then. */
export async function takeTurn(
  ledger: Ledger,
  leaseTime: LedgerTime,
  { host, slots, holder, ms }: TakeOptions,
): Promise<Turn | { readonly freeInMs: number }> {
  return await ledger.transaction(async (tx) => {
    const now = await leaseTime(tx)
    await tx
      .deleteFrom('host_turn')
      .where((row) => row.or([row('expires_at', '<=', now), row('expires_at', '>', now + turnMsMax)]))
      .execute()
    const taken = await tx
      .selectFrom('host_turn')
      .select(['slot', 'expires_at'])
      .where('host', '=', host)
      .execute()
    const used = new Set(taken.map(({ slot }) => slot))
    const slot = Array.from({ length: slots }, (_, index) => index).find((index) => !used.has(index))
    if (slot === undefined) return { freeInMs: Math.min(...taken.map(({ expires_at }) => expires_at)) - now }
    const expires_at = Math.round(now + Math.min(ms, turnMsMax))
    const result = await tx
      .insertInto('host_turn')
      .values({ host, slot, holder, is_granted: 0, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // Another process was faster.
    return result.numInsertedOrUpdatedRows === 1n ? { host, holder } : { freeInMs: 0 }
  })
}

/** Its slot stays taken for `restMs`. */
export async function endTurn(
  ledger: Ledger,
  leaseTime: LedgerTime,
  { holder }: Turn,
  restMs: number,
): Promise<void> {
  await ledger.transaction(async (tx) => {
    if (restMs <= 0) return await tx.deleteFrom('host_turn').where('holder', '=', holder).execute()
    const expires_at = Math.round((await leaseTime(tx)) + Math.min(restMs, turnMsMax))
    return await tx.updateTable('host_turn').set({ expires_at }).where('holder', '=', holder).execute()
  })
}

export async function grantTurn(ledger: Ledger, { holder }: Turn): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx.updateTable('host_turn').set({ is_granted: 1 }).where('holder', '=', holder).execute()
  })
}

export async function isGranted(ledger: Ledger, { holder }: Turn): Promise<boolean> {
  const row = await ledger.read
    .selectFrom('host_turn')
    .select('is_granted')
    .where('holder', '=', holder)
    .executeTakeFirst()
  return row?.is_granted === 1
}

/** Far more than processes have at once. */
const turnsMax = 500

/** All that have not expired. */
export async function readTurns(ledger: Ledger, leaseTime: LedgerTime): Promise<readonly Turn[]> {
  const rows = await ledger.read.selectFrom('host_turn').selectAll().limit(turnsMax).execute()
  // Nearly always there is none, and then the time is not read.
  if (rows.length === 0) return rows
  const now = await ledger.transaction(leaseTime)
  return rows.filter(({ expires_at }) => expires_at > now && expires_at <= now + turnMsMax)
}
