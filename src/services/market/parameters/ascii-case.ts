/** Case conversion of ASCII letters only, so that no other letter turns into one of them. */

export function toUpperAscii(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** In capitals, sorted, without duplicates. */
export function toSortedUpper(texts: readonly string[]): string[] {
  return [...new Set(texts.map(toUpperAscii))].sort()
}
