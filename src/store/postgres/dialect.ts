/** The PostgreSQL dialect: bulk writes pass a batch as one JSON parameter, and NOTIFY announces publishes. */

import { CompiledQuery } from 'kysely'
import { bulkWrites, type Rows } from '../bulk-writes.ts'
import { quoteIdentifier, quoteIdentifiers } from '../quote-identifier.ts'
import type { SqlValue } from '../sql-value.ts'
import type { Dialect } from '../store.ts'
import { ClientConnection } from './kysely-dialect.ts'

export const postgresDialect: Dialect = {
  ...bulkWrites({
    engine: 'postgres',
    rowsSql: (table, columns) =>
      `select ${quoteIdentifiers(columns)} from json_populate_recordset(null::${quoteIdentifier(table)}, $1::json)`,
    async write(tx, text, batch) {
      const { numAffectedRows } = await tx
        .getExecutor()
        .executeQuery(CompiledQuery.raw(text, [toJson(batch)]))
      return Number(numAffectedRows ?? 0)
    },
  }),

  async lock(tx, name) {
    const text = `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))`
    await tx.getExecutor().executeQuery(CompiledQuery.raw(text, [name]))
  },

  async bumpVersion(tx, scope, nowMs, by = 1) {
    const text = `with bumped as (
        insert into publication as p (scope, version, published_at) values ($1, $3, $2)
        on conflict (scope) do update set version = p.version + excluded.version, published_at = excluded.published_at
        returning version
      )
      select version, pg_notify(current_schema(),
        json_build_object('scope', $1::text, 'version', version, 'published_at', $2::bigint)::text)
      from bumped`
    return await tx.getExecutor().provideConnection(async (connection) => {
      if (!(connection instanceof ClientConnection)) throw new TypeError('not a transaction of this store')
      const { rows } = await connection.executeQuery<{ version: number }>(
        CompiledQuery.raw(text, [scope, nowMs, by]),
      )
      const version = rows[0]?.version ?? 0
      connection.published.push({ scope, version, published_at: nowMs })
      return version
    })
  },
}

function toJson({ columns, rows }: Rows): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, toJsonValue(row[at])]))),
  )
}

/** Types that JSON lacks are passed as text, which PostgreSQL parses. */
function toJsonValue(value: SqlValue | undefined): null | string | number {
  if (value === undefined || value === null || typeof value === 'number') return value ?? null
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'bigint') return String(value)
  return `\\x${Buffer.from(value).toString('hex')}`
}
