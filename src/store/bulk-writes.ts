/** The bulk writes of a dialect. The engines differ only in where a statement gets its rows from. */

import { type RawBuilder, sql } from 'kysely'
import { idList } from './id-list.ts'
import { quoteIdentifier, quoteIdentifiers } from './quote-identifier.ts'
import { type Batch, splitIntoBatches, toBatches } from './split-into-batches.ts'
import type { AnyTransaction, Dialect, Engine } from './store.ts'

/** Limits the size of a parameter, and of a message to the writer thread. */
const batchRowsMax = 1_000

type Rows = Pick<Batch, 'columns' | 'rows'>

interface BulkEngine {
  readonly engine: Engine
  /** What follows `insert into … (…)`. */
  rowsSql(table: string, columns: readonly string[]): string
  /** Runs a statement for all rows; returns how many it has written. */
  write(tx: AnyTransaction, text: string, rows: Rows): Promise<number>
}

export function bulkWrites({
  engine,
  rowsSql,
  write,
}: BulkEngine): Pick<Dialect, 'engine' | 'upsertChanged' | 'insertRows' | 'deleteMissing'> {
  const insertSql = (table: string, columns: readonly string[]) =>
    `insert into ${quoteIdentifier(table)} as stored (${quoteIdentifiers(columns)}) ${rowsSql(table, columns)}`
  return {
    engine,
    async upsertChanged(tx, table, key, rows) {
      let written = 0
      let inputRows = 0
      for (const batch of splitIntoBatches(rows, key, batchRowsMax)) {
        const others = batch.columns.filter((column) => !key.includes(column)).map(quoteIdentifier)
        const text = `${insertSql(table, batch.columns)}
          on conflict (${quoteIdentifiers(key)}) do update
          set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
          where stored.hash is distinct from excluded.hash`
        written += await write(tx, text, batch)
        inputRows += batch.inputRows
      }
      return { written, unchanged: inputRows - written }
    },
    async insertRows(tx, table, rows, { ifMissing = false } = {}) {
      for (const batch of toBatches(rows, batchRowsMax)) {
        const text = insertSql(table, batch.columns) + (ifMissing ? ' on conflict do nothing' : '')
        await write(tx, text, batch)
      }
    },
    async deleteMissing(tx, table, where, key, keep) {
      const conditions = Object.entries(where).map(([column, value]) => sql`${identifier(column)} = ${value}`)
      conditions.push(sql`${identifier(key)} not in ${idList(engine, JSON.stringify(keep))}`)
      const statement = sql`delete from ${identifier(table)} where ${sql.join(conditions, sql` and `)}`
      const { numAffectedRows } = await statement.execute(tx)
      return Number(numAffectedRows ?? 0)
    },
  }
}

function identifier(name: string): RawBuilder<unknown> {
  return sql.raw(quoteIdentifier(name))
}
