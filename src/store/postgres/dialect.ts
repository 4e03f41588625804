/** The PostgreSQL dialect: bulk writes pass a batch as one JSON parameter, and NOTIFY announces publishes. */

import { CompiledQuery } from 'kysely'
import { deleteMissing } from '../delete-missing.ts'
import { quoteIdentifier, quoteIdentifiers } from '../quote-identifier.ts'
import { type Batch, splitIntoBatches, toBatches } from '../split-into-batches.ts'
import type { SqlValue } from '../sql-value.ts'
import type { Dialect } from '../store.ts'
import { ClientConnection } from './kysely-dialect.ts'

const batchRowsMax = 1_000

export const postgresDialect: Dialect = {
  engine: 'postgres',

  async upsertChanged(tx, table, key, rows) {
    let written = 0
    let inputRows = 0
    for (const batch of splitIntoBatches(rows, key, batchRowsMax)) {
      const query = CompiledQuery.raw(upsertSql(table, key, batch.columns), [toJson(batch)])
      const result = await tx.getExecutor().executeQuery(query)
      written += Number(result.numAffectedRows ?? 0)
      inputRows += batch.inputRows
    }
    return { written, unchanged: inputRows - written }
  },

  async insertRows(tx, table, rows, { ifMissing = false } = {}) {
    for (const batch of toBatches(rows, batchRowsMax)) {
      const text = insertSql(table, batch.columns) + (ifMissing ? ' on conflict do nothing' : '')
      await tx.getExecutor().executeQuery(CompiledQuery.raw(text, [toJson(batch)]))
    }
  },

  deleteMissing: (tx, table, where, key, keep) => deleteMissing(tx, 'postgres', table, where, key, keep),

  async lock(tx, name) {
    const text = `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':' || $1, 0))`
    await tx.getExecutor().executeQuery(CompiledQuery.raw(text, [name]))
  },

  async bumpVersion(tx, scope, nowMs) {
    const text = `with bumped as (
        insert into publication as p (scope, version, published_at) values ($1, 1, $2)
        on conflict (scope) do update set version = p.version + 1, published_at = excluded.published_at
        returning version
      )
      select version, pg_notify(current_schema(),
        json_build_object('scope', $1::text, 'version', version, 'published_at', $2::bigint)::text)
      from bumped`
    return await tx.getExecutor().provideConnection(async (connection) => {
      if (!(connection instanceof ClientConnection)) throw new TypeError('not a transaction of this store')
      const { rows } = await connection.executeQuery<{ version: number }>(
        CompiledQuery.raw(text, [scope, nowMs]),
      )
      const version = rows[0]?.version ?? 0
      connection.published.push({ scope, version, published_at: nowMs })
      return version
    })
  },
}

function upsertSql(table: string, key: readonly string[], columns: readonly string[]): string {
  const others = columns.filter((column) => !key.includes(column))
  const changes = others.map((column) => `${quoteIdentifier(column)} = excluded.${quoteIdentifier(column)}`)
  return `${insertSql(table, columns)}
    on conflict (${quoteIdentifiers(key)}) do update set ${changes.join(', ')}
    where stored.hash is distinct from excluded.hash`
}

function insertSql(table: string, columns: readonly string[]): string {
  return `insert into ${quoteIdentifier(table)} as stored (${quoteIdentifiers(columns)})
    select ${quoteIdentifiers(columns)} from json_populate_recordset(null::${quoteIdentifier(table)}, $1::json)`
}

function toJson({ columns, rows }: Pick<Batch, 'columns' | 'rows'>): string {
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
