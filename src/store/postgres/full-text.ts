/** Full-text search with tsvector; words are normalized in the same way as in the index. */

import { type SqlBool, sql } from 'kysely'
import type { FullText } from '../full-text.ts'
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

  ranked(table, idColumn, match) {
    const vector = sql.ref(`${table}.${vectorColumn}`)
    return sql`(
      select ${sql.ref(`${table}.${idColumn}`)} as id, ts_rank_cd(${vector}, query)::double precision as score
      from ${sql.table(table)}, to_tsquery('simple', ${match}) as query
      where ${vector} @@ query
    )`
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
