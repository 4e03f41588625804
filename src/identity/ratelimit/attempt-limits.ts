/** Slow limits that survive a restart and hold on every node: so many of something per hour, counted in the ledger. */

import { Failure } from '../../core/errors.ts'
import type { Ledger, LedgerTransaction } from '../tables.ts'

export interface AttemptLimit {
  /** What is counted, without whom: `codes per address`. */
  readonly what: string
  readonly most: number
  readonly windowMs: number
}

/** Counts one, after `guardWaitMs` allowed it. The window opens with the first and closes after its length. */
export async function countAttempt(
  tx: LedgerTransaction,
  limit: AttemptLimit,
  subject: string,
  nowMs: number,
): Promise<void> {
  await tx
    .insertInto('guard')
    .values({
      name: attemptKey(limit, subject),
      count: 1,
      opened_at: nowMs,
      expires_at: nowMs + limit.windowMs,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb, ref }) => ({
        count: eb
          .case()
          .when('guard.expires_at', '<=', nowMs)
          .then(1)
          .else(eb('guard.count', '+', 1))
          .end(),
        opened_at: eb
          .case()
          .when('guard.expires_at', '<=', nowMs)
          .then(nowMs)
          .else(ref('guard.opened_at'))
          .end(),
        expires_at: eb
          .case()
          .when('guard.expires_at', '<=', nowMs)
          .then(nowMs + limit.windowMs)
          .else(ref('guard.expires_at'))
          .end(),
      })),
    )
    .execute()
}

/** How long until one more is allowed; 0 when it is now. Holds the guard until the transaction ends. */
export async function attemptWaitMs(
  ledger: Ledger,
  tx: LedgerTransaction,
  limit: AttemptLimit,
  subject: string,
  nowMs: number,
): Promise<number> {
  await ledger.dialect.lock(tx, `guard ${attemptKey(limit, subject)}`)
  const row = await tx
    .selectFrom('guard')
    .select(['count', 'expires_at'])
    .where('name', '=', attemptKey(limit, subject))
    .executeTakeFirst()
  if (!row || row.expires_at <= nowMs || row.count < limit.most) return 0
  return row.expires_at - nowMs
}

export async function clearAttempts(
  tx: LedgerTransaction,
  limit: AttemptLimit,
  subject: string,
): Promise<void> {
  await tx.deleteFrom('guard').where('name', '=', attemptKey(limit, subject)).execute()
}

export function tooManyAttempts(what: string, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Failure('rate_limited', `Too many ${what}. Wait ${seconds} seconds.`, {
    details: { window: what, retry_after_seconds: seconds },
    retryAfterSeconds: seconds,
  })
}

function attemptKey({ what }: AttemptLimit, subject: string): string {
  return `${what}: ${subject}`
}
