/** Derives public ids from natural keys, so that importing a resource twice yields the same id. */

import { hash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 20

/** `stableId('nt', 'gazette', 'ashford', 'AF-0012')`: the prefix, `_`, and 100 bits of a hash of the parts. */
export function stableId(prefix: string, ...parts: readonly string[]): string {
  return `${prefix}_${base32(hash('sha256', lengthPrefixed(parts), 'buffer'))}`
}

/** Whether the text can be one: no question is asked about what cannot. */
export function isStableId(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[a-z]{2}_[a-z2-7]{20}$/.test(text)
}

/** With the length of each part, so that no two lists produce the same text. */
function lengthPrefixed(parts: readonly string[]): string {
  return parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')
}

function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let buffer = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(buffer >>> bits) & 31]
      if (text.length === length) return text
    }
    buffer &= (1 << bits) - 1
  }
  return text
}
