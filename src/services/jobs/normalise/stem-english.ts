import { stem } from 'stemr'

/** The time of the stemmer is quadratic in the length of a word. */
const wordLengthMax = 64

/**
 * The Snowball stem (Porter 2): `engineers` and `engineering` become `engin`. The word must be folded; words that are longer
 * or have other characters than `a` to `z` are returned as they are.
 */
export function stemEnglish(word: string): string {
  return word.length <= wordLengthMax && /^[a-z]+$/.test(word) ? stem(word) : word
}
