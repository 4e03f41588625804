/** Identities: one per verified e-mail address. */

import { randomBytes } from 'node:crypto'
import type { IdentityRow, Ledger, LedgerTransaction } from '../tables.ts'
import { toMailbox } from './email-address.ts'

/** Finds or creates the identity of an address that was just verified. */
export async function ensureIdentity(
  ledger: Ledger,
  tx: LedgerTransaction,
  email: string,
  nowMs: number,
): Promise<IdentityRow> {
  const mailbox = toMailbox(email)
  await ledger.dialect.lock(tx, `mailbox ${mailbox}`)
  const existing = await tx.selectFrom('identity').selectAll().where('email', '=', email).executeTakeFirst()
  if (existing) return existing
  const first = await tx
    .selectFrom('identity')
    .select(['quota_owner', 'blocked_at'])
    .where('mailbox', '=', mailbox)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const id = `id_${randomBytes(10).toString('hex')}`
  const identity: IdentityRow = {
    id,
    email,
    mailbox,
    quota_owner: first?.quota_owner ?? id,
    created_at: nowMs,
    // Another tag does not get around a block.
    blocked_at: first?.blocked_at ?? null,
    per_second: null,
    per_minute: null,
  }
  await tx.insertInto('identity').values(identity).execute()
  return identity
}

export function readIdentity(ledger: Ledger, id: string): Promise<IdentityRow | undefined> {
  return ledger.read.selectFrom('identity').selectAll().where('id', '=', id).executeTakeFirst()
}

export function readIdentityByEmail(ledger: Ledger, email: string): Promise<IdentityRow | undefined> {
  return ledger.read.selectFrom('identity').selectAll().where('email', '=', email).executeTakeFirst()
}
