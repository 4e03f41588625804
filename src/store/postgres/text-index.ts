/** The full-text index on PostgreSQL: a generated vector column. */

import { quoteIdentifier } from '../quote-identifier.ts'

export const vectorColumn = 'text_vector'

/** The size of a vector is limited to a megabyte. */
const indexedLength = 100_000

/** Separates columns, so that a phrase cannot span two of them. */
const columnBreak = ' xcolumnbreakx '

/** Characters that are neither letters nor digits. By default, the parser would keep e-mail addresses and URLs whole. */
const separators = [
  '\\u0001-\\u002f\\u003a-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7',
  '\\u02c2-\\u02c5\\u02d2-\\u02df\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u245f\\u2500-\\u2bff\\u2e00-\\u2e7f',
  '\\u3001-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\ufe10-\\ufe6f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40',
  '\\uff5b-\\uff65\\ufffc-\\uffff\\U0001f000-\\U0001faff',
].join('')

export function postgresTextIndex(table: string, columns: readonly string[], hasIcu: boolean): string[] {
  const lowerCase = (text: string) => (hasIcu ? `lower(${text} collate "und-x-icu")` : `lower(${text})`)
  const folded = columns.map((column) =>
    fold(`left(coalesce(${quoteIdentifier(column)}, ''), ${indexedLength})`, lowerCase),
  )
  const text = folded.join(` || '${columnBreak}' || `)
  return [
    `alter table ${quoteIdentifier(table)} add column ${quoteIdentifier(vectorColumn)} tsvector
       generated always as (to_tsvector('simple', ${text})) stored`,
    `create index ${quoteIdentifier(`${table}_by_text`)} on ${quoteIdentifier(table)} using gin (${quoteIdentifier(vectorColumn)})`,
  ]
}

/** The same as in FTS5, and as `foldWord` for queries: Latin letters lose their accents, sigma has one form. */
function fold(text: string, lowerCase: (text: string) => string): string {
  const bare = `regexp_replace(${lowerCase(`normalize(${text}, NFD)`)}, '([a-z])[\\u0300-\\u036f]+', '\\1', 'g')`
  const composed = `translate(normalize(${bare}, NFC), 'ς', 'σ')`
  return `regexp_replace(${composed}, '[${separators}]', ' ', 'g')`
}
