/** Identities: one per verified e-mail address. */

import { randomBytes } from 'node:crypto'
import type { IdentityRow, Ledger, LedgerTransaction } from '../tables.ts'

/** Finds or creates the identity of an address that was just verified. */
export async function ensureIdentity(
  tx: LedgerTransaction,
  email: string,
  nowMs: number,
): Promise<IdentityRow> {
  await tx
    .insertInto('identity')
    .values({
      id: `id_${randomBytes(10).toString('hex')}`,
      email,
      created_at: nowMs,
      per_second: null,
      per_minute: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return await tx.selectFrom('identity').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

export function readIdentity(ledger: Ledger, id: string): Promise<IdentityRow | undefined> {
  return ledger.read.selectFrom('identity').selectAll().where('id', '=', id).executeTakeFirst()
}

export function readIdentityByEmail(ledger: Ledger, email: string): Promise<IdentityRow | undefined> {
  return ledger.read.selectFrom('identity').selectAll().where('email', '=', email).executeTakeFirst()
}
