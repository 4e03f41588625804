/** `Dialect.deleteMissing`, which differs between the engines only in the list of ids. */

import { type RawBuilder, sql } from 'kysely'
import { idList } from './id-list.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import type { AnyTransaction, Bindable, Engine } from './store.ts'

export async function deleteMissing(
  tx: AnyTransaction,
  engine: Engine,
  table: string,
  where: Readonly<Record<string, Bindable>>,
  key: string,
  keep: readonly string[],
): Promise<number> {
  const conditions = Object.entries(where).map(([column, value]) => sql`${identifier(column)} = ${value}`)
  conditions.push(sql`${identifier(key)} not in ${idList(engine, JSON.stringify(keep))}`)
  const statement = sql`delete from ${identifier(table)} where ${sql.join(conditions, sql` and `)}`
  const { numAffectedRows } = await statement.execute(tx)
  return Number(numAffectedRows ?? 0)
}

function identifier(name: string): RawBuilder<unknown> {
  return sql.raw(quoteIdentifier(name))
}
