/** The accounts that credits are taken from and returned to: that of a caller, and those of the networks around it. */

import type { Static } from 'typebox'
import { toInstant } from '../../core/clock.ts'
import type { Principal } from '../../http/access-control.ts'
import type { KeyedHash } from '../keyed-hash.ts'
import type { CreditBalance } from '../schema.ts'
import type { CreditAccountRow, LedgerTransaction } from '../tables.ts'

export interface Allowances {
  readonly perDayAnonymous: number
  readonly perMonthIdentified: number
}

export type Balance = Static<typeof CreditBalance>

export interface Account extends Pick<Balance, 'period' | 'starts_at' | 'renews_at' | 'allowance'> {
  readonly subject: string
  readonly identityId: string | null
}

interface AccountOptions {
  readonly hash: KeyedHash
  readonly allowances: Allowances
}

export function accountFor(
  { subject, identityId }: Pick<Principal, 'subject' | 'identityId'>,
  { hash, allowances }: AccountOptions,
  nowMs: number,
): Account {
  const day = toInstant(nowMs).slice(0, 10)
  const month = day.slice(0, 7)
  if (identityId !== undefined) {
    return {
      subject,
      identityId: subject,
      period: month,
      starts_at: `${month}-01T00:00:00.000Z`,
      renews_at: toInstant(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)),
      allowance: allowances.perMonthIdentified,
    }
  }
  return {
    // A new pseudonym every day, so that addresses cannot be tracked.
    subject: `ip_${hash('credits', subject, day).slice(0, 24)}`,
    identityId: null,
    period: day,
    starts_at: `${day}T00:00:00.000Z`,
    renews_at: toInstant(Date.parse(`${day}T00:00:00Z`) + 86_400_000),
    allowance: allowances.perDayAnonymous,
  }
}

/** What all anonymous callers of a network may use together. */
export function networkAccounts({ networks }: Principal, options: AccountOptions, nowMs: number): Account[] {
  return networks.map(({ subject, factor }) => {
    const account = accountFor({ subject, identityId: undefined }, options, nowMs)
    return { ...account, allowance: account.allowance * factor }
  })
}

export function toBalance(row: CreditAccountRow | undefined, account: Account): Balance {
  const { period, starts_at, renews_at, allowance } = account
  const used = row?.period === period ? row.used_in_period : 0
  const { granted = 0, used_of_grants = 0 } = row ?? {}
  const available = Math.max(0, allowance - used) + granted - used_of_grants
  return { period, starts_at, renews_at, allowance, used, granted, used_of_grants, available }
}

/** The account's row, moved to the current period. The account must be locked. */
export async function openAccount(
  tx: LedgerTransaction,
  account: Account,
  nowMs: number,
): Promise<CreditAccountRow> {
  const existingRow = await tx
    .selectFrom('credit_account')
    .selectAll()
    .where('subject', '=', account.subject)
    .executeTakeFirst()
  if (existingRow?.period === account.period) return existingRow
  const row: CreditAccountRow = {
    subject: account.subject,
    identity_id: account.identityId,
    period: account.period,
    used_in_period: 0,
    granted: existingRow?.granted ?? 0,
    used_of_grants: existingRow?.used_of_grants ?? 0,
    used_ever: existingRow?.used_ever ?? 0,
    touched_at: nowMs,
  }
  await tx
    .insertInto('credit_account')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ period: row.period, used_in_period: 0, touched_at: nowMs }),
    )
    .execute()
  return row
}

/** Credits from the allowance of an earlier period are not returned: that allowance has expired. */
export async function refundToAccount(
  tx: LedgerTransaction,
  entry: { subject: string; period: string; credits: number; of_allowance: number },
): Promise<void> {
  await tx
    .updateTable('credit_account')
    .set(({ eb, ref }) => ({
      used_of_grants: eb('used_of_grants', '-', entry.credits - entry.of_allowance),
      used_ever: eb('used_ever', '-', entry.credits),
      used_in_period: eb
        .case()
        .when('period', '=', entry.period)
        .then(eb('used_in_period', '-', entry.of_allowance))
        .else(ref('used_in_period'))
        .end(),
    }))
    .where('subject', '=', entry.subject)
    .execute()
}

/** A negative amount is taken. */
export async function refundToNetworks(tx: LedgerTransaction, networks: readonly Account[], credits: number) {
  for (const { subject, period } of networks)
    await refundToAccount(tx, { subject, period, credits, of_allowance: credits })
}
