/** Management tokens: opaque, valid for twelve hours, stored as a keyed hash. */

import type { KeyedHash } from '../keyed-hash.ts'
import { identityScope, type Ledger, type LedgerTransaction } from '../tables.ts'
import { generateToken } from './credential-format.ts'

const tokenLifetimeMs = 12 * 3_600_000

/** `text` is not stored, so this is the only time it is available. */
export async function issueToken(
  tx: LedgerTransaction,
  hash: KeyedHash,
  identityId: string,
  nowMs: number,
): Promise<{ text: string; expiresAt: number }> {
  const { id, text } = generateToken()
  const expiresAt = nowMs + tokenLifetimeMs
  await tx
    .insertInto('management_token')
    .values({
      id,
      identity_id: identityId,
      hash: hash('token', text),
      created_at: nowMs,
      expires_at: expiresAt,
    })
    .execute()
  return { text, expiresAt }
}

/** Revokes one token of an identity, or all of them. Takes effect on every node within a second. Returns how many. */
export async function revokeTokens(
  ledger: Ledger,
  tx: LedgerTransaction,
  identityId: string,
  tokenId: string | undefined,
  nowMs: number,
): Promise<number> {
  let query = tx.deleteFrom('management_token').where('identity_id', '=', identityId)
  if (tokenId !== undefined) query = query.where('id', '=', tokenId)
  const revoked = await query.returning('expires_at').execute()
  if (revoked.length > 0) await ledger.dialect.bumpVersion(tx, identityScope, nowMs)
  return revoked.filter(({ expires_at }) => expires_at > nowMs).length
}
