/** Full-text search with FTS5, whose tokenizer normalizes case and accents. */

import { type SqlBool, sql } from 'kysely'
import type { FullText } from '../text-search/full-text.ts'
import { textIndexName } from './text-index.ts'

export const sqliteFullText: FullText = {
  toMatch(query) {
    if (query.length === 0) return '""'
    return query.map(({ words, prefix }) => `"${words.join(' ')}"${prefix ? ' *' : ''}`).join(' AND ')
  },

  matches(table, match) {
    const index = sql.table(textIndexName(table))
    return sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (select rowid from ${index} where ${index} match ${match})`
  },
}
