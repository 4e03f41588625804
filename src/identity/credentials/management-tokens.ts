/** Management tokens: opaque, valid for twelve hours, stored as a keyed hash. */

import type { KeyedHash } from '../keyed-hash.ts'
import type { LedgerTransaction } from '../tables.ts'
import { generateCredential } from './credential-format.ts'

const tokenLifetimeMs = 12 * 3_600_000

/** `text` is not stored, so this is the only time it is available. */
export async function issueToken(
  tx: LedgerTransaction,
  hash: KeyedHash,
  identityId: string,
  nowMs: number,
): Promise<{ text: string; expiresAt: number }> {
  const { id, text } = generateCredential('token')
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
