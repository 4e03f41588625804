/** Splits text into the words that searches compare. Names of technologies are words: `C++`, `C#`, `.NET`. */

import { foldLetters } from '../../../core/text/search-words.ts'

const wordLengthMax = 64

/**
 * Lower case, without accents. Apostrophes belong to a word: `Women's` is `womens`. `.NET` is `dotnet`, also at the end of
 * `ASP.NET`; other dots separate, so that `node.js` is two neighbouring words.
 */
export function toWords(text: string): string[] {
  const folded = foldLetters(text).replace(/[‘’‚‛′`´']/g, '')
  const words: string[] = []
  for (const [, dot, letters = '', sign] of folded.matchAll(/(\.)?([\p{L}\p{N}]+)(\+\+|#)?/gu)) {
    const isName = sign === '++' || (sign === '#' && letters.length === 1)
    const word = dot !== undefined && letters === 'net' ? 'dotnet' : letters
    words.push(word.slice(0, wordLengthMax).toWellFormed() + (isName ? sign : ''))
  }
  return words
}
