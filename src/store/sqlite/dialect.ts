/** The SQLite dialect: bulk writes run one prepared statement per row. */

import { CompiledQuery } from 'kysely'
import { bulkWrites } from '../bulk-writes.ts'
import type { AnyTransaction, Dialect } from '../store.ts'
import type { Session } from './connection.ts'
import { toFailure } from './errors.ts'
import { SessionConnection } from './kysely-dialect.ts'

export const sqliteDialect: Dialect = {
  ...bulkWrites({
    engine: 'sqlite',
    rowsSql: (_, columns) => `values (${columns.map(() => '?').join(', ')})`,
    write: (tx, text, { rows }) => withSession(tx, (session) => session.runMany(text, rows)),
  }),

  async lock() {},

  async bumpVersion(tx, scope, nowMs, by = 1) {
    const text = `insert into publication (scope, version, published_at) values (?, ?, ?)
      on conflict (scope) do update set version = version + excluded.version, published_at = excluded.published_at
      returning version`
    const query: CompiledQuery<{ version: number }> = CompiledQuery.raw(text, [scope, by, nowMs])
    const { rows } = await tx.getExecutor().executeQuery(query)
    return rows[0]?.version ?? 0
  },
}

async function withSession<Result>(
  tx: AnyTransaction,
  work: (session: Session) => Result | Promise<Result>,
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
