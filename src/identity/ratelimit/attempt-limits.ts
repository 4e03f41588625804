/** Limits on rare actions, such as sign-in attempts: counted in the database, so they hold on every node and across restarts. */

import { Failure } from '../../core/errors.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'

export interface AttemptLimit {
  /** What is counted: stored with the subject, and public as `details.window`. */
  readonly what: string
  /** A sentence in the place of "Too many …". */
  readonly refusal?: string
  readonly max: number
  readonly windowMs: number
}

/** A window that opens later was dated before the clock was set back: it locks nobody out until the clock catches up. */
const skewMsMax = 300_000

export type LimitedAttempt = readonly [limit: AttemptLimit, subject: string]

/** The refusal when one of the limits is reached. Locks their counters until the transaction ends. */
export async function checkAttempts(
  ledger: Ledger,
  tx: LedgerTransaction,
  attempts: readonly LimitedAttempt[],
  nowMs: number,
): Promise<Failure | undefined> {
  for (const [limit, subject] of attempts) {
    const name = counterName(limit, subject)
    await ledger.dialect.lock(tx, `guard ${name}`)
    const row = await tx
      .selectFrom('guard')
      .select(['count', 'expires_at'])
      .where('name', '=', name)
      .where('opened_at', '<=', nowMs + skewMsMax)
      .executeTakeFirst()
    if (row && row.expires_at > nowMs && row.count >= limit.max)
      return tooManyAttempts(limit, row.expires_at - nowMs)
  }
  return undefined
}

/** Counts the attempts, or throws the refusal and rolls the transaction back. */
export async function takeAttempts(
  ledger: Ledger,
  tx: LedgerTransaction,
  attempts: readonly LimitedAttempt[],
  nowMs: number,
): Promise<void> {
  const refusal = await checkAttempts(ledger, tx, attempts, nowMs)
  if (refusal) throw refusal
  await countAttempts(tx, attempts, nowMs)
}

/** Counts attempts that `checkAttempts` allowed. A window opens with its first attempt. */
export async function countAttempts(
  tx: LedgerTransaction,
  attempts: readonly LimitedAttempt[],
  nowMs: number,
): Promise<void> {
  for (const [limit, subject] of attempts) {
    const name = counterName(limit, subject)
    await tx
      .deleteFrom('guard')
      .where('name', '=', name)
      .where(({ eb, or }) => or([eb('expires_at', '<=', nowMs), eb('opened_at', '>', nowMs + skewMsMax)]))
      .execute()
    await tx
      .insertInto('guard')
      .values({ name, count: 1, opened_at: nowMs, expires_at: nowMs + limit.windowMs })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ eb }) => ({ count: eb('guard.count', '+', 1) })),
      )
      .execute()
  }
}

export async function clearAttempts(
  tx: LedgerTransaction,
  limit: AttemptLimit,
  subject: string,
): Promise<void> {
  await tx.deleteFrom('guard').where('name', '=', counterName(limit, subject)).execute()
}

function tooManyAttempts({ what, refusal }: AttemptLimit, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Failure('rate_limited', `${refusal ?? `Too many ${what}.`} Try again in ${seconds} seconds.`, {
    details: { window: what, retry_after_seconds: seconds },
    retryAfterSeconds: seconds,
  })
}

function counterName({ what }: AttemptLimit, subject: string): string {
  return `${what}: ${subject}`
}
