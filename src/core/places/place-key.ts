/** The form in which names of places are compared. */

/** Letters that do not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const abbreviations: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
}

/** Ignores case, width, accents, dots, hyphens and spacing: `St. Gallen` equals `saint-gallen`. */
export function placeKey(text: string): string {
  const lower = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : withoutAccents(text)
  if (/^[a-z]{3,}$/.test(lower)) return lower
  return lower
    .replaceAll('&', 'and')
    .replace(/[.'’`ʻ]/g, '')
    .replace(/[\s\-‐–—_]+/g, ' ')
    .trim()
    .replace(/(?<![a-z])(?:ste?|[fm]t) (?=[a-z])/g, (word) => `${abbreviations[word.trimEnd()]} `)
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] as string)
}
