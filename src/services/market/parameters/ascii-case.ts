/** Case as the provider knows it: of the 26 letters, so that no foreign letter turns into one of them. */

export function toUpperAscii(written: string): string {
  return written.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

export function toLowerAscii(written: string): string {
  return written.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** In one order and without repeats, whatever the case they were written in. */
export function toSortedUpper(written: readonly string[]): string[] {
  return [...new Set(written.map(toUpperAscii))].sort()
}
