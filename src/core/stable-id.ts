/** Public ids that follow from what they name, so that importing the same thing twice gives the same id. */

import { hash } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 20

/** `stableId('nt', 'gazette', 'ashford', 'AF-0012')`: the prefix, `_`, and 100 bits over the parts. */
export function stableId(prefix: string, ...parts: readonly string[]): string {
  return `${prefix}_${base32(hash('sha256', lengthPrefixed(parts), 'buffer'))}`
}

/** Each part carries its length, so that no two different lists read the same. */
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
