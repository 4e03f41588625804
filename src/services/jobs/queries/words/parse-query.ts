/**
 * Parses `q`: all words must occur, and word* matches every word with this beginning. "Quoted words" must be next to each
 * other in a title, company, department or place; in a description it is enough that all of them occur.
 * Words that punctuation joins (`full-stack`, `node.js`) must be neighbours, or one word (`fullstack`, `nodejs`).
 */

import { toWords } from '../../normalise/words.ts'

export interface QueryWord {
  readonly text: string
  readonly isPrefix: boolean
}

/** Matches if one of its phrases occurs in one field. */
export interface Clause {
  readonly phrases: readonly (readonly QueryWord[])[]
  /** Whether one letter may differ if nothing is found otherwise: for single words as typed. */
  readonly mayDiffer: boolean
  /** Whether it was written in quotes. */
  readonly isQuoted: boolean
  /** The number of words before it. */
  readonly offset: number
}

export interface TextQuery {
  readonly clauses: readonly Clause[]
  readonly wordCount: number
}

const textLengthMax = 512
const clausesMax = 16
/** Phrases may have many, and for each a search reads the lists of all blocks. */
const wordsMax = 32
/** A single letter would match too much. */
const prefixLengthMin = 2
/** In a short word, a different letter makes a different word. */
const differentLengthMin = 4

/** Accepts any text; undefined if it has no words. */
export function parseQuery(text: string): TextQuery | undefined {
  const clauses: Clause[] = []
  let offset = 0
  for (const [, quoted, bare = ''] of text.slice(0, textLengthMax).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const isQuoted = quoted !== undefined
    const words = toWords(quoted ?? bare).slice(0, wordsMax - offset)
    const last = words.at(-1)
    if (last === undefined) continue
    if (clauses.length === clausesMax) break
    const isPrefix = bare.endsWith('*') && [...last].length >= prefixLengthMin
    clauses.push({
      phrases: (isQuoted ? [words] : toSpellings(words)).map((phrase) =>
        phrase.map((word, at) => ({ text: word, isPrefix: isPrefix && at === phrase.length - 1 })),
      ),
      mayDiffer: !isQuoted && words.length === 1 && !isPrefix && last.length >= differentLengthMin,
      isQuoted,
      offset,
    })
    offset += words.length
  }
  return clauses.length === 0 ? undefined : { clauses, wordCount: offset }
}

/** `node.js`, `Node JS` and `nodejs` are the same. */
function toSpellings(words: readonly string[]): (readonly string[])[] {
  const [only = '', ...others] = words
  if (others.length > 0) return [words, [words.join('')]]
  return only.length > 3 && only.endsWith('js') ? [words, [only.slice(0, -2), 'js']] : [words]
}
