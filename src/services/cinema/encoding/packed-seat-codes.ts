/** Packs the letters of an availability into three bits per seat. */

const letters = 'ashbxgu'
const numberByCode = new Map([...letters].map((letter, number) => [letter, number]))
const unknown = letters.indexOf('u')

export function packSeatCodes(codes: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8))
  let buffer = 0
  let bits = 0
  let at = 0
  for (const code of codes) {
    buffer = (buffer << 3) | (numberByCode.get(code) ?? unknown)
    bits += 3
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = buffer >>> bits
    buffer &= (1 << bits) - 1
  }
  // Padding bits are ones, which no letter has.
  if (bits > 0) bytes[at] = (buffer << (8 - bits)) | ((1 << (8 - bits)) - 1)
  return bytes
}

/** The letter of each three-bit number; the last one is padding. */
export const codeByNumber: readonly string[] = [...letters, 'u']

/** The number of a seat; missing bits are ones. */
export function codeNumberAt(bytes: Uint8Array, seat: number): number {
  const bit = seat * 3
  const byte = bit >>> 3
  const both = ((bytes[byte] ?? 0xff) << 8) | (bytes[byte + 1] ?? 0xff)
  return (both >>> (13 - (bit & 7))) & 7
}
