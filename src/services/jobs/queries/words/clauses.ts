/** What a search looks for: the terms of a query, each with everything that counts as it. */

import type { QueryTerm } from './parse-query.ts'

export interface QueryWord {
  readonly text: string
  readonly isPrefix: boolean
}

/** Matches if one of its phrases occurs in one field. */
export interface Clause {
  /** As it is written, and other spellings, variants and corrections of it. */
  readonly phrases: readonly (readonly QueryWord[])[]
  /** The single words that are looked for in descriptions. */
  readonly textWords: readonly string[]
  /** The number of words as it is written, whose points it has, whatever the phrase that matches. */
  readonly weight: number
  /** Whether it was written in quotes. */
  readonly isQuoted: boolean
  /** The number of words before it. */
  readonly offset: number
  /** Whether postings match without it too. */
  readonly isOptional: boolean
}

export interface TextQuery {
  readonly clauses: readonly Clause[]
  /** What no field but the description may have. */
  readonly excluded: readonly Clause[]
}

/** They say how other words belong together, or that a job is looked for: postings match without them too. */
const functionWords = new Set(
  'a an and at for in near of the to with job jobs bei fur im mit und stellen chez pour emploi bij en met voor vacatures'.split(
    ' ',
  ),
)

export function isFunctionWord({ words: [first = '', ...others], isQuoted, isPrefix }: QueryTerm): boolean {
  return others.length === 0 && !isQuoted && !isPrefix && functionWords.has(first)
}

/** Shorter variants are abbreviations, which stand in titles. */
const textVariantLengthMin = 5

/** `others`: further phrases, by the index of the term. */
export function toClauses(
  terms: readonly QueryTerm[],
  others: ReadonlyMap<number, readonly (readonly string[])[]> = new Map(),
): Clause[] {
  let offset = 0
  const isAllFunction = terms.every(isFunctionWord)
  return terms.map((term, index) => {
    const { words, isQuoted, isPrefix } = term
    const isOptional = !isAllFunction && isFunctionWord(term)
    const spellings = isQuoted ? [words] : toSpellings(words)
    const added = others.get(index) ?? []
    const phrases = [...spellings, ...added]
    const textWords = [...spellings, ...added.filter(([word = '']) => word.length >= textVariantLengthMin)]
    const distinct = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]))
    const clause = {
      phrases: [...distinct.values()].map((phrase) =>
        phrase.map((text, at) => ({ text, isPrefix: isPrefix && at === phrase.length - 1 })),
      ),
      textWords: isPrefix
        ? []
        : textWords.flatMap(([word, ...more]) => (more.length === 0 ? (word ?? []) : [])),
      weight: words.length,
      isQuoted,
      offset,
      isOptional,
    }
    offset += words.length
    return clause
  })
}

/** Words that punctuation joins (`full-stack`, `node.js`) are neighbours, or one word (`fullstack`, `nodejs`). */
function toSpellings(words: readonly string[]): (readonly string[])[] {
  return words.length === 1 ? [words] : [words, [words.join('')]]
}
