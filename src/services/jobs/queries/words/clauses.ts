/** What a search looks for: the terms of a query, each with everything that counts as it. */

import type { QueryTerm } from './parse-query.ts'

export interface QueryWord {
  readonly text: string
  readonly isPrefix: boolean
  /** Whether it is a word of another form than the one in the query. */
  readonly isVariant: boolean
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
  /** Whether it is the name of a place, which is worth no more in a title than beside it. */
  readonly isPlace: boolean
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

type Phrases = readonly (readonly string[])[]

/** By the index of the term: other forms of it, the word that it is a mistake for, and whether it is the name of a place. */
interface Additions {
  readonly variants?: ReadonlyMap<number, Phrases>
  readonly corrections?: ReadonlyMap<number, string>
  readonly places?: ReadonlySet<number>
}

export function toClauses(
  terms: readonly QueryTerm[],
  { variants, corrections, places }: Additions = {},
): Clause[] {
  let offset = 0
  const isAllFunction = terms.every(isFunctionWord)
  return terms.map((term, index) => {
    const { words, isQuoted, isPrefix } = term
    const isOptional = !isAllFunction && isFunctionWord(term)
    const correction = corrections?.get(index)
    const spellings = [
      ...(isQuoted ? [words] : toSpellings(words)),
      ...(correction === undefined ? [] : [[correction]]),
    ]
    const others = withoutRepetition(variants?.get(index) ?? [], spellings)
    const inTexts = [...spellings, ...others.filter(([word = '']) => word.length >= textVariantLengthMin)]
    const clause = {
      phrases: [
        ...spellings.map((phrase) => toQueryWords(phrase, isPrefix, false)),
        ...others.map((phrase) => toQueryWords(phrase, false, true)),
      ],
      textWords:
        isPrefix || isOptional
          ? []
          : inTexts.flatMap(([word, ...more]) => (more.length === 0 ? (word ?? []) : [])),
      weight: words.length,
      isQuoted,
      isPlace: places?.has(index) === true,
      offset,
      isOptional,
    }
    offset += words.length
    return clause
  })
}

function withoutRepetition(phrases: Phrases, others: Phrases): Phrases {
  const known = new Map([...others, ...phrases].map((phrase) => [phrase.join(' '), phrase]))
  return [...known.values()].slice(new Set(others.map((phrase) => phrase.join(' '))).size)
}

function toQueryWords(phrase: readonly string[], isPrefix: boolean, isVariant: boolean): QueryWord[] {
  return phrase.map((text, at) => ({ text, isPrefix: isPrefix && at === phrase.length - 1, isVariant }))
}

/** Words that punctuation joins (`full-stack`, `node.js`) are neighbours, or one word (`fullstack`, `nodejs`). */
function toSpellings(words: readonly string[]): Phrases {
  return words.length === 1 ? [words] : [words, [words.join('')]]
}
