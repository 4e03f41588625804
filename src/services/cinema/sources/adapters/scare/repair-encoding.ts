/** Repairs texts whose UTF-8 was read as Windows-1252: `Ã©tÃ©` is `été`. */

const windows = new TextDecoder('windows-1252')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The byte of each character of Windows-1252. */
const bytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)), byte]),
)

/** The same text, unless all of it is bytes of UTF-8. */
export function repairEncoding(text: string): string {
  if (!/[ÂÃÅâ][\u0080-\u00ff\u0152-\u2122]/.test(text)) return text
  const encoded = Array.from(text, (character) => bytes.get(character) ?? 256)
  if (encoded.includes(256)) return text
  try {
    return utf8.decode(Uint8Array.from(encoded))
  } catch {
    return text
  }
}
