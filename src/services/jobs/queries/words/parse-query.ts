/**
 * Parses `q`: all words must occur, "quoted words" next to each other, and word* matches every word with this beginning.
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
/** Each is looked for in descriptions, which are read for it. */
const phrasesMax = 4
/** A single letter would match too much. */
const prefixLengthMin = 2
/** In a short word, a different letter makes a different word. */
const differentLengthMin = 4

/** Accepts any text; undefined if it has no words. Words of too many phrases are read as if they had no quotes. */
export function parseQuery(text: string): TextQuery | undefined {
  const clauses: Clause[] = []
  let [offset, phrases] = [0, 0]
  const add = (words: readonly string[], isQuoted: boolean, hasStar: boolean) => {
    const last = words.at(-1)
    if (last === undefined || clauses.length === clausesMax) return
    const isPrefix = hasStar && [...last].length >= prefixLengthMin
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
  for (const [, quoted, bare = ''] of text.slice(0, textLengthMax).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const words = toWords(quoted ?? bare).slice(0, clausesMax)
    const isPhrase = quoted !== undefined && words.length > 1
    if (isPhrase) phrases += 1
    if (isPhrase && phrases > phrasesMax) for (const word of words) add([word], false, false)
    else add(words, quoted !== undefined, bare.endsWith('*'))
  }
  return clauses.length === 0 ? undefined : { clauses, wordCount: offset }
}

/** `node.js`, `Node JS` and `nodejs` are the same. */
function toSpellings(words: readonly string[]): (readonly string[])[] {
  const [only = '', ...others] = words
  if (others.length > 0) return [words, [words.join('')]]
  return only.length > 3 && only.endsWith('js') ? [words, [only.slice(0, -2), 'js']] : [words]
}
