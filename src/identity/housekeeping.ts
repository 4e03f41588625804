/** Deletes expired data and refunds abandoned charges. */

import { repeat } from '../core/async/repeat.ts'
import type { Clock } from '../core/clock.ts'
import type { LedgerTime } from '../store/coordination/ledger-time.ts'
import { compactEntries } from './credits/compact-entries.ts'
import type { Credits } from './credits/credits.ts'
import { claimTimeoutMs } from './idempotency.ts'
import type { Ledger } from './tables.ts'
import { requestLogDays } from './usage/request-log.ts'

interface HousekeepingOptions {
  readonly ledger: Ledger
  /** How many days single entries of credits stay. Default: 400. */
  readonly creditEntryDays?: number | undefined
  readonly credits: Credits
  readonly clock: Clock
  /** By which claims were dated. */
  readonly ledgerNow: LedgerTime
  onWarning(message: string): void
}

const intervalMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Slightly longer than the longest window of the analytics. */
const usageDays = 92
const revokedKeyDays = 90
/** Transactions per minute that add up old entries of credits. */
const compactionsMax = 20
/** Anonymous accounts last a day; the extra one keeps yesterday's readable. */
const anonymousDays = 2

export function startHousekeeping(options: HousekeepingOptions): AsyncDisposable {
  return repeat(options.clock, intervalMs, () =>
    sweep(options).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : error
      options.onWarning(`housekeeping failed, retrying in a minute: ${reason}`)
    }),
  )
}

export async function sweep({
  ledger,
  credits,
  clock,
  ledgerNow,
  creditEntryDays = 400,
}: Omit<HousekeepingOptions, 'onWarning'>): Promise<void> {
  const now = clock.now()
  await credits.refundAbandoned()
  for (let part = 0; part < compactionsMax; part += 1)
    if ((await compactEntries(ledger, now - creditEntryDays * dayMs)) === 0) break
  await ledger.transaction(async (tx) => {
    for (const table of ['sign_in_code', 'guard'] as const)
      await tx.deleteFrom(table).where('expires_at', '<=', now).execute()
    const claimedNow = await ledgerNow(tx)
    await tx.deleteFrom('idempotent_answer').where('expires_at', '<=', claimedNow).execute()
    // Claims of processes that died; a slow one may still store its response for a while.
    await tx
      .deleteFrom('idempotent_answer')
      .where('answer', 'is', null)
      .where('created_at', '<=', claimedNow - 5 * claimTimeoutMs)
      .execute()
    await tx
      .deleteFrom('management_token')
      .where('expires_at', '<=', now - dayMs)
      .execute()
    await tx
      .deleteFrom('api_key')
      .where(({ eb, or }) =>
        or([
          eb('revoked_at', '<=', now - revokedKeyDays * dayMs),
          eb('expires_at', '<=', now - revokedKeyDays * dayMs),
        ]),
      )
      .execute()
    await tx
      .deleteFrom('usage')
      .where('hour', '<', Math.floor((now - usageDays * dayMs) / hourMs))
      .execute()
    await tx
      .deleteFrom('key_request')
      .where('at', '<', now - requestLogDays * dayMs)
      .execute()
    await tx
      .deleteFrom('credit_account')
      .where('identity_id', 'is', null)
      .where('touched_at', '<', now - anonymousDays * dayMs)
      .execute()
  })
}
