/** The form in which names of places are compared. */

import { plainLetters } from '../text/search-words.ts'

const abbreviations: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
}

const asciiPattern = /^[\x20-\x7e]*$/

/** Ignores case, width, accents, dots, hyphens and spacing: `St. Gallen` equals `saint-gallen`. */
export function placeKey(text: string): string {
  const lower = asciiPattern.test(text) ? text.toLowerCase() : withoutAccents(text)
  if (isKey(lower)) return lower
  return lower
    .replaceAll('&', 'and')
    .replace(/[.'’`ʻ]/g, '')
    .replace(/[\s\-‐–—_]+/g, ' ')
    .trim()
    .replace(/(?<![a-z])(?:ste?|[fm]t) (?=[a-z])/g, (word) => `${abbreviations[word.trimEnd()]} `)
}

/** Most names are: words of letters, none of them an abbreviation. */
function isKey(lower: string): boolean {
  return /^[a-z]+(?: [a-z]+)*$/.test(lower) && !/(?<![a-z])(?:ste?|[fm]t) /.test(lower)
}

function withoutAccents(text: string): string {
  const bare = text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
  if (asciiPattern.test(bare)) return bare
  return bare.normalize('NFC').replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string)
}
