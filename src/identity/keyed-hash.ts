/** Hashes that only this installation can make, so that a copy of the database reveals nothing. */

import { createHmac, timingSafeEqual } from 'node:crypto'

/** `purpose` keeps hashes of one kind from passing for another. */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => string

export function createKeyedHash(secret: string): KeyedHash {
  const key = createHmac('sha256', secret).update('broadsheet identity 1').digest()
  return (purpose, ...parts) => {
    const hmac = createHmac('sha256', key)
    for (const part of [purpose, ...parts]) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest('base64url')
  }
}

/** As long as a real one, so that an unknown id or address costs the same comparison. */
export const placeholderHash = '-'.repeat(43)

/** Both are hashes of one length; the time it takes does not depend on where they differ. */
export function hashesEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
