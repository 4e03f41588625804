/**
 * Parses `q` into words, phrases and exclusions. All words must occur, and word* matches every word with this beginning.
 * "Quoted words" must be next to each other in a title, company, department or place; in a description it is enough that all
 * of them occur. `-word`, `!word` and `NOT word` exclude, as `-"quoted words"` do, and so does `not word` after others.
 */

import { toWords } from '../../normalise/words.ts'

/** A word, words that punctuation joins (`full-stack`), or words in quotes. */
export interface QueryTerm {
  /** As it is written, without commas and brackets. */
  readonly text: string
  /** Never empty. */
  readonly words: readonly string[]
  readonly isQuoted: boolean
  /** Of the last word. */
  readonly isPrefix: boolean
}

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  readonly excluded: readonly QueryTerm[]
  /** Terms beyond the limits, as they are written. */
  readonly ignored: readonly string[]
  /** Whether words have no variants and corrections, and name no place. */
  readonly isLiteral: boolean
}

const textLengthMax = 512
const termsMax = 16
/** Phrases may have many, and for each a search reads the lists of all blocks. */
const wordsMax = 32
/** A single letter would match too much. */
export const prefixLengthMin = 2

/** Accepts any text; undefined if it has no words. */
export function parseQuery(text: string, isLiteral = false): ParsedQuery | undefined {
  const terms: QueryTerm[] = []
  const excluded: QueryTerm[] = []
  const ignored: string[] = []
  let count = 0
  let isNegated = false
  const limited = text.slice(0, textLengthMax)
  for (const { 0: all, 1: sign, 2: quoted, 3: bare = '', index } of limited.matchAll(
    /([-!])?"([^"]*)"?|([^\s"]+)/g,
  )) {
    // `nurse not for profit`
    const isWord = terms.length === 0 || isLiteral || limited.startsWith(' for ', index + all.length)
    if (bare === 'NOT' || bare === 'AND' || (bare === 'not' && !isWord)) {
      isNegated = bare !== 'AND'
      continue
    }
    const isQuoted = quoted !== undefined
    const isExcluded = isNegated || sign !== undefined || /^[-!]/.test(bare)
    const words = toWords(quoted ?? (isLiteral ? bare : withoutGender(bare)))
    const last = words.at(-1)
    if (last === undefined) continue
    isNegated = false
    if (terms.length + excluded.length === termsMax || count === wordsMax) {
      ignored.push(all)
      continue
    }
    const isPrefix = bare.endsWith('*') && [...last].length >= prefixLengthMin
    const term = {
      text: bare.replace(/[,;()]/g, ''),
      words: words.slice(0, wordsMax - count),
      isQuoted,
      isPrefix,
    }
    count += term.words.length
    ;(isExcluded ? excluded : terms).push(term)
  }
  return terms.length + excluded.length === 0 ? undefined : { terms, excluded, ignored, isLiteral }
}

/** `(m/w/d)`, `f/m/x`, `(h/f)`: whom the law makes employers name. */
const genderNote = /^\(?(?:[mwfdxhvi]|gn|div)(?:[/|,](?:[mwfdxhvi]|gn|div)){1,3}\)?$/i
/** `Entwickler:in`, `Entwickler*innen`, `Verkäufer/-in`, `Mitarbeiter(in)`, `Ingénieur·e`. */
const genderEnding = /(\p{L}{4})(?:[:*_/·(]|\/-)(?:in|innen|e|ne|euse|rice|trice)\)?$/iu

/** Words match in the forms for all genders anyway. */
function withoutGender(text: string): string {
  return genderNote.test(text) ? '' : text.replace(genderEnding, '$1')
}
