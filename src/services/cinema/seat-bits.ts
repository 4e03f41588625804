/** Three bits per seat: how the letters of an availability are kept on disk. */

const letters = 'ashbxgu'
const numbers = new Map([...letters].map((letter, number) => [letter, number]))
const unknown = letters.indexOf('u')

export function packCodes(codes: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8))
  let held = 0
  let bits = 0
  let at = 0
  for (const code of codes) {
    held = (held << 3) | (numbers.get(code) ?? unknown)
    bits += 3
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = held >>> bits
    held &= (1 << bits) - 1
  }
  // Bits of no seat are ones, which no letter has.
  if (bits > 0) bytes[at] = (held << (8 - bits)) | ((1 << (8 - bits)) - 1)
  return bytes
}

/** `count` is the layout's: the last byte may hold bits of no seat. */
export function unpackCodes(bytes: Uint8Array, count: number): string {
  let codes = ''
  let held = 0
  let bits = 0
  let at = 0
  while (codes.length < count) {
    if (bits < 3) {
      held = (held << 8) | (bytes[at++] ?? 0xff)
      bits += 8
    }
    bits -= 3
    codes += letters[(held >>> bits) & 7] ?? 'u'
    held &= (1 << bits) - 1
  }
  return codes
}
