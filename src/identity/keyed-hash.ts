/** Hashes keyed with the server's secret, so that a copy of the database reveals nothing. */

import { createHmac, timingSafeEqual } from 'node:crypto'

/** `purpose` separates the kinds of hashes: one kind never equals another. */
export type KeyedHash = (purpose: string, ...parts: readonly string[]) => string

export function createKeyedHash(secret: string): KeyedHash {
  const key = createHmac('sha256', secret).update('broadsheet identity 1').digest()
  return (purpose, ...parts) => {
    const hmac = createHmac('sha256', key)
    for (const part of [purpose, ...parts]) hmac.update(`${Buffer.byteLength(part)}:${part}`)
    return hmac.digest('base64url')
  }
}

/** As long as a real hash, so that the comparison takes as long for an unknown id or address. */
export const placeholderHash = '-'.repeat(43)

/** Compares in constant time. */
export function hashesEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
