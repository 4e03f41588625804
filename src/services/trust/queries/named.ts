/**
 * Finds companies and vendors by name: all words, the last one half-typed. Only if no name has them, the whole name may have one
 * wrong letter. Both are ranges of an index: what is one letter apart has the first or the second half in common.
 */

import { type RawBuilder, sql } from 'kysely'
import { isOneLetterApart, misspelledLengthMin } from '../../../core/text/search-words.ts'
import { idList } from '../../../store/id-list.ts'
import { formOf, type NamedKind, reversed, searchedName } from '../normalise/name-forms.ts'
import { searchKey } from '../normalise/vendors/match.ts'
import type { TrustDb } from '../schema/tables.ts'
import { type Condition, startsWith } from './listing.ts'

const tableOf = { company: 'trust_company', vendor: 'trust_vendor' } as const
/** Names of one half, whose lengths fit. */
const candidatesMax = 1000

/** A condition on `t.id`; undefined without `q`. */
export async function isNamed(
  db: TrustDb,
  kind: NamedKind,
  q: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Condition | undefined> {
  if (q === undefined) return undefined
  const found = namedIds(kind, q)
  const { rows } = await sql`${found} limit 1`.execute(db.read)
  if (rows.length > 0) return sql`t.id in (${found})`
  const ids = await misspelledIds(db, kind, searchedName(q), signal)
  return sql`t.id in ${idList(db.engine, JSON.stringify(ids))}`
}

function namedIds(kind: NamedKind, q: string): RawBuilder<unknown> {
  const begins = sql`select t.id from ${sql.table(tableOf[kind])} t where ${startsWith('t.name_key', searchKey(q))}`
  const words = searchedName(q).split(' ')
  const last = words.pop() ?? ''
  if (last === '') return begins
  const form = formOf(kind, 'word')
  const others = words.map(
    (word) =>
      sql`and exists (select 1 from trust_name o where o.form = ${form} and o.text = ${word} and o.id = w.id)`,
  )
  return sql`${begins} union select w.id from trust_name w
    where w.form = ${form} and ${startsWith('w.text', last)} ${sql.join(others, sql` `)}`
}

async function misspelledIds(
  db: TrustDb,
  kind: NamedKind,
  name: string,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  // As SQL counts them: some letters are two UTF-16 units.
  const letters = [...name]
  if (letters.length < misspelledLengthMin) return []
  const half = Math.floor(letters.length / 2)
  const halves = [
    { form: formOf(kind, 'name'), start: letters.slice(0, half).join(''), toName: (text: string) => text },
    {
      form: formOf(kind, 'reversed'),
      start: letters
        .slice(half + 1)
        .reverse()
        .join(''),
      toName: reversed,
    },
  ]
  const ids = new Set<string>()
  for (const { form, start, toName } of halves) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ text: string; id: string }>`select n.text, n.id from trust_name n
      where n.form = ${form} and ${startsWith('n.text', start)}
        and length(n.text) between ${sql.lit(letters.length - 1)} and ${sql.lit(letters.length + 1)}
      order by n.text, n.id limit ${sql.lit(candidatesMax)}`.execute(db.read)
    for (const { text, id } of rows) if (isOneLetterApart(name, toName(text))) ids.add(id)
  }
  return [...ids]
}
