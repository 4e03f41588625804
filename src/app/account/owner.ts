/** What belongs to an identity: whose it is, and how much of it there may be. */

import { Failure } from '../../core/errors.ts'
import type { Principal } from '../../http/access-control.ts'
import { type Ledger, type LedgerTransaction, takeAttempts } from '../../identity/index.ts'

/** Of webhooks and of subscriptions, for all identities of one mailbox together. */
export const ownedMax = 10
/** Includes deleted ones, so that creating and deleting in a loop does not keep the server busy. */
const createdMax = 100
const hourMs = 3_600_000

/** The routes of the account require a token, and every token belongs to an identity. */
export function ownerOf({ identityId }: Principal): string {
  if (identityId === undefined) throw new TypeError('an account route was reached without an identity')
  return identityId
}

/** Before one is inserted in the same transaction: throws when there are too many. */
export async function requireRoom(
  ledger: Ledger,
  tx: LedgerTransaction,
  table: 'webhook' | 'subscription',
  identityId: string,
  nowMs: number,
): Promise<void> {
  const limit = { what: `${table}s made within an hour`, max: createdMax, windowMs: hourMs }
  await takeAttempts(ledger, tx, [[limit, identityId]], nowMs)
  const { quota_owner: owner } = await tx
    .selectFrom('identity')
    .select('quota_owner')
    .where('id', '=', identityId)
    .executeTakeFirstOrThrow()
  await ledger.dialect.lock(tx, `${table}s ${owner}`)
  const { count } = await tx
    .selectFrom(table)
    .innerJoin('identity', 'identity.id', `${table}.identity_id`)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('identity.quota_owner', '=', owner)
    .executeTakeFirstOrThrow()
  if (Number(count) < ownedMax) return
  throw new Failure(`${table}_limit_reached`, `An identity can have at most ${ownedMax} ${table}s.`, {
    details: { [`${table}s_max`]: ownedMax },
  })
}
