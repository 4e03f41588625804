/**
 * Full-text search with the same query language on both engines: all words must occur, "quoted words" next to each
 * other, and word* matches every word with this prefix. Case is ignored, as are accents on Latin letters; other scripts
 * are compared as written. All characters except letters and digits separate words.
 */

import type { Expression, SqlBool } from 'kysely'

/** Consecutive words; with `prefix`, the last one may be the start of a longer word. */
export interface SearchClause {
  readonly words: readonly string[]
  readonly prefix: boolean
}

export type SearchQuery = readonly SearchClause[]

/** The search of an engine; `match` is a result of `toMatch`, or a marker for one in a prepared statement. */
export interface FullText {
  /** The query in the syntax of the engine. Bind it as a value; never make it part of a statement. */
  toMatch(query: SearchQuery): string
  /** A condition on the rows of `table`. An empty query matches nothing. */
  matches(table: string, match: string): Expression<SqlBool>
}

const textLengthMax = 512
const clausesMax = 16
const wordLengthMax = 64
/** A single letter would match too much. */
const prefixLengthMin = 2

/** Accepts any input; the query is empty if the input contains no words. */
export function parseSearch(text: string): SearchQuery {
  const clauses: SearchClause[] = []
  for (const [, quotedWords, bareWord] of text.slice(0, textLengthMax).matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const words = wordsOf(quotedWords ?? bareWord ?? '')
    const last = words.at(-1)
    if (last === undefined) continue
    const prefix = bareWord?.endsWith('*') === true && [...last].length >= prefixLengthMin
    clauses.push({ words, prefix })
    if (clauses.length === clausesMax) break
  }
  return clauses
}

function wordsOf(text: string): string[] {
  const words =
    text
      .toWellFormed()
      .normalize('NFC')
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  return words.slice(0, clausesMax).map((word) => word.slice(0, wordLengthMax).toWellFormed())
}
