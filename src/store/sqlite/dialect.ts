/** What SQLite does in its own way: bulk writes row by row through one prepared statement. */

import { CompiledQuery } from 'kysely'
import { quoteIdentifier, quoteIdentifiers } from '../quote-identifier.ts'
import { splitIntoBatches } from '../split-into-batches.ts'
import type { AnyTransaction, Dialect } from '../store.ts'
import { toFailure } from './errors.ts'
import { sqliteFullText } from './full-text.ts'
import { SessionConnection } from './kysely-dialect.ts'
import type { Session } from './session.ts'

/** Bounds the size of one message to the writer thread. */
const batchRowsMax = 1_000

export const sqliteDialect: Dialect = {
  fullText: sqliteFullText,

  async upsertChanged(tx, table, key, rows) {
    let written = 0
    let taken = 0
    for (const batch of splitIntoBatches(rows, key, batchRowsMax)) {
      const text = upsertSql(table, key, batch.columns)
      written += await withSession(tx, (session) => session.runMany(text, batch.rows))
      taken += batch.inputRows
    }
    return { written, unchanged: taken - written }
  },

  async deleteMissing(tx, table, where, key, keep) {
    const columns = Object.keys(where)
    const conditions = [
      ...columns.map((column) => `${quoteIdentifier(column)} = ?`),
      `${quoteIdentifier(key)} not in (select value from json_each(?))`,
    ]
    const text = `delete from ${quoteIdentifier(table)} where ${conditions.join(' and ')}`
    const values = [...Object.values(where), JSON.stringify(keep)]
    const result = await tx.getExecutor().executeQuery(CompiledQuery.raw(text, values))
    return Number(result.numAffectedRows ?? 0)
  },

  async lock() {},

  async bumpVersion(tx, scope, nowMs) {
    const text = `insert into publication (scope, version, published_at) values (?, 1, ?)
      on conflict (scope) do update set version = version + 1, published_at = excluded.published_at
      returning version`
    const query: CompiledQuery<{ version: number }> = CompiledQuery.raw(text, [scope, nowMs])
    const { rows } = await tx.getExecutor().executeQuery(query)
    return rows[0]?.version ?? 0
  },
}

function upsertSql(table: string, key: readonly string[], columns: readonly string[]): string {
  const others = columns.filter((column) => !key.includes(column))
  const changes = others.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`)
  const places = columns.map(() => '?')
  return `insert into ${quoteIdentifier(table)} (${quoteIdentifiers(columns)}) values (${places.join(', ')})
    on conflict (${quoteIdentifiers(key)}) do update set ${changes.join(', ')}
    where ${quoteIdentifier(table)}.hash is not excluded.hash`
}

async function withSession<Result>(
  tx: AnyTransaction,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  return await tx.getExecutor().provideConnection(async (connection) => {
    if (!(connection instanceof SessionConnection)) throw new TypeError('not a transaction of this store')
    connection.assertOpen()
    try {
      return await work(connection.session)
    } catch (error) {
      throw toFailure(error)
    }
  })
}
