/**
 * Full-text search in the same words on both engines: all words have to occur, "quoted words" next to each other, and
 * word* stands for its beginnings. Case does not count, nor do accents on Latin letters; other scripts are compared as
 * written. Everything that is neither letter nor digit separates words.
 */

import type { Expression, RawBuilder, SqlBool } from 'kysely'

/** Words that stand next to each other; with `prefix` the last one may go on. */
export interface SearchClause {
  readonly words: readonly string[]
  readonly prefix: boolean
}

export type SearchQuery = readonly SearchClause[]

/** How an engine searches; `match` is what `toMatch` made, or a marker for it in a prepared statement. */
export interface FullText {
  /** The query in the engine's own language. It is bound as a value, never put into a text. */
  toMatch(query: SearchQuery): string
  /** A condition on the rows of `table`. An empty query matches nothing. */
  matches(table: string, match: string): Expression<SqlBool>
  /** The matching rows with their score (more is better), to be selected from or joined by id. */
  ranked(table: string, idColumn: string, match: string): RawBuilder<{ id: string; score: number }>
}

const textLengthMax = 512
const clausesMax = 16
const wordLengthMax = 64
/** One letter would match half of everything. */
const prefixLengthMin = 2

/** Takes anything a person may type; what has no words in it gives an empty query. */
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
