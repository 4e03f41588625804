/** The SQLite dialect: bulk writes run one prepared statement per row. */

import { CompiledQuery } from 'kysely'
import { deleteMissing } from '../delete-missing.ts'
import { quoteIdentifier, quoteIdentifiers } from '../quote-identifier.ts'
import { splitIntoBatches, toBatches } from '../split-into-batches.ts'
import type { AnyTransaction, Dialect } from '../store.ts'
import { toFailure } from './errors.ts'
import { SessionConnection } from './kysely-dialect.ts'
import type { Session } from './session.ts'

/** Limits the size of a message to the writer thread. */
const batchRowsMax = 1_000

export const sqliteDialect: Dialect = {
  engine: 'sqlite',

  async upsertChanged(tx, table, key, rows) {
    let written = 0
    let inputRows = 0
    for (const batch of splitIntoBatches(rows, key, batchRowsMax)) {
      const text = upsertSql(table, key, batch.columns)
      written += await withSession(tx, (session) => session.runMany(text, batch.rows))
      inputRows += batch.inputRows
    }
    return { written, unchanged: inputRows - written }
  },

  async insertRows(tx, table, rows, { ifMissing = false } = {}) {
    for (const { columns, rows: values } of toBatches(rows, batchRowsMax)) {
      const text = insertSql(table, columns) + (ifMissing ? ' on conflict do nothing' : '')
      await withSession(tx, (session) => session.runMany(text, values))
    }
  },

  deleteMissing: (tx, table, where, key, keep) => deleteMissing(tx, 'sqlite', table, where, key, keep),

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
  return `${insertSql(table, columns)}
    on conflict (${quoteIdentifiers(key)}) do update set ${changes.join(', ')}
    where ${quoteIdentifier(table)}.hash is not excluded.hash`
}

function insertSql(table: string, columns: readonly string[]): string {
  const placeholders = columns.map(() => '?')
  return `insert into ${quoteIdentifier(table)} (${quoteIdentifiers(columns)}) values (${placeholders.join(', ')})`
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
