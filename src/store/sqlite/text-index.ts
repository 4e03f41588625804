/** The full-text index on SQLite: a contentless FTS5 table, updated by triggers. */

import { quoteIdentifier, quoteIdentifiers } from '../quote-identifier.ts'

/** The same as on PostgreSQL, whose vectors are limited in size. */
const indexedLength = 100_000

export function textIndexName(table: string): string {
  return `${table}_text`
}

export function sqliteTextIndex(table: string, columns: readonly string[]): string[] {
  const index = quoteIdentifier(textIndexName(table))
  const names = quoteIdentifiers(columns)
  const values = (row: string) =>
    columns.map((column) => `substr(${row}${quoteIdentifier(column)}, 1, ${indexedLength})`).join(', ')
  const isChanged = columns
    .map((column) => `old.${quoteIdentifier(column)} is not new.${quoteIdentifier(column)}`)
    .join(' or ')
  return [
    `create virtual table ${index} using fts5(${names}, content='', contentless_delete=1,
       tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
    `create trigger ${quoteIdentifier(`${table}_text_insert`)} after insert on ${quoteIdentifier(table)} begin
       insert into ${index} (rowid, ${names}) values (new.rowid, ${values('new.')});
     end`,
    `create trigger ${quoteIdentifier(`${table}_text_update`)} after update on ${quoteIdentifier(table)} when ${isChanged} begin
       delete from ${index} where rowid = old.rowid;
       insert into ${index} (rowid, ${names}) values (new.rowid, ${values('new.')});
     end`,
    `create trigger ${quoteIdentifier(`${table}_text_delete`)} after delete on ${quoteIdentifier(table)} begin
       delete from ${index} where rowid = old.rowid;
     end`,
    `insert into ${index} (rowid, ${names}) select rowid, ${values('')} from ${quoteIdentifier(table)}`,
  ]
}
