/** Full-text search with tsvector; words are normalized in the same way as in the index. */

import { type SqlBool, sql } from 'kysely'
import type { FullText } from '../text-search/full-text.ts'
import { vectorColumn } from './text-index.ts'

export const postgresFullText: FullText = {
  toMatch(query) {
    return query
      .map(
        ({ words, prefix }) =>
          `(${words.map((word) => `'${foldWord(word)}'`).join(' <-> ')}${prefix ? ':*' : ''})`,
      )
      .join(' & ')
  },

  matches(table, match) {
    return sql<SqlBool>`${sql.ref(`${table}.${vectorColumn}`)} @@ to_tsquery('simple', ${match})`
  },
}

function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .toLowerCase()
    .replace(/([a-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
    .replaceAll('ς', 'σ')
}
