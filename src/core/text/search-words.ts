/** Splits text into the words that searches compare: lower case, without accents, in Latin letters where there are any. */

/** Letters that do not consist of a letter and an accent. */
export const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
}

export function foldLetters(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æœøłđðþßıħŧŋς]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Apostrophes belong to a word: `Don't` is `dont`. */
export function searchWords(text: string): string[] {
  return (
    foldLetters(text)
      .replace(/[‘’‚‛′`´']/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** One letter inserted, deleted or replaced, or two neighbours swapped. */
export function isOneEditApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const endMax = Math.min(one.length, other.length) - start
  while (end < endMax && one.at(-1 - end) === other.at(-1 - end)) end++
  const rest = Math.max(one.length, other.length) - start - end
  if (rest <= 1) return true
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start]
  return rest === 2 && one.length === other.length && isSwapped
}

/** One such edit, but in no digit: another number is another name. */
export function isOneLetterApart(one: string, other: string): boolean {
  return isOneEditApart(one, other) && digitsOf(one) === digitsOf(other)
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '')
}

/** Shorter names are close to too many others. */
export const misspelledLengthMin = 4
/** In longer queries, words as they are written have to do: each word is compared with all that are known. */
export const misspelledWordsMax = 6

/** At most two such edits. */
export function isTwoEditsApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2 || one === other) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  // The first edit is where they begin to differ.
  return (
    isSameOrOneEditApart(a.slice(1), b.slice(1)) ||
    isSameOrOneEditApart(a.slice(1), b) ||
    isSameOrOneEditApart(a, b.slice(1)) ||
    (isSwapped && isSameOrOneEditApart(a.slice(2), b.slice(2)))
  )
}

function isSameOrOneEditApart(one: string, other: string): boolean {
  return one === other || isOneEditApart(one, other)
}
