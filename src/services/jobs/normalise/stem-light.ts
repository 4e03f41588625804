/**
 * Removes the endings for number and gender that Germanic and Romance languages share: `Ingenieure` and `Ingenieur`,
 * `Verkäuferinnen` and `Verkäufer`, `enfermera` and `enfermeros`, `directrice` and `directeur`.
 */

const stemLengthMin = 5
/** `n` ends many words that are no plural. */
const stemLengthMinBeforeN = 6

/** Forms for women, and what they become. */
const feminine = [
  ['innen', ''],
  ['trice', 'teur'],
  ['euse', 'eur'],
  ['iere', 'ier'],
  ['enne', 'en'],
  ['in', ''],
] as const

/** The word must be folded; words with other characters than `a` to `z` are returned as they are. */
export function stemLight(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  let stem = /[sx]$/.test(word) ? shorten(word, 1, stemLengthMin) : word
  for (const [ending, replacement] of feminine) {
    if (!stem.endsWith(ending)) continue
    const shorter = stem.slice(0, -ending.length) + replacement
    if (shorter.length >= stemLengthMinBeforeN) stem = shorter
    break
  }
  if (/[er]n$/.test(stem)) stem = shorten(stem, 1, stemLengthMinBeforeN)
  return /[aeio]$/.test(stem) ? shorten(stem, 1, stemLengthMin) : stem
}

function shorten(word: string, by: number, lengthMin: number): string {
  return word.length - by >= lengthMin ? word.slice(0, -by) : word
}
