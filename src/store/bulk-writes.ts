/** The bulk writes of a dialect. The engines differ only in where a statement gets its rows from. */

import { type RawBuilder, sql } from 'kysely'
import { chunks } from './chunks.ts'
import { idList } from './id-list.ts'
import { quoteIdentifier, quoteIdentifiers } from './quote-identifier.ts'
import { type SqlValue, toSqlValue } from './sql-value.ts'
import type { AnyTransaction, Bindable, Dialect, Engine } from './store.ts'

/** Limits the size of a parameter, and of a message to the writer thread. */
const batchRowsMax = 1_000

type Row = Readonly<Record<string, Bindable>>

interface Batch {
  readonly columns: readonly string[]
  readonly rows: readonly SqlValue[][]
  /** The number of rows before duplicate keys were merged. */
  readonly inputRows: number
}

export type Rows = Pick<Batch, 'columns' | 'rows'>

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

/** Of two rows with the same key, the later one wins. */
function* splitIntoBatches(rows: Iterable<Row>, key: readonly string[], rowsMax: number): Generator<Batch> {
  let columns: readonly string[] = []
  let keyAt: readonly number[] = []
  let byKey = new Map<unknown, SqlValue[]>()
  let inputRows = 0
  for (const row of rows) {
    if (columns.length === 0) {
      columns = Object.keys(row)
      keyAt = key.map((name) => columns.indexOf(name))
      if (keyAt.includes(-1)) throw new TypeError(`rows lack a key column: ${key.join(', ')}`)
    }
    const values = toValues(row, columns)
    byKey.set(keyOf(values, keyAt), values)
    inputRows += 1
    if (byKey.size < rowsMax) continue
    yield { columns, rows: [...byKey.values()], inputRows }
    byKey = new Map()
    inputRows = 0
  }
  if (inputRows > 0) yield { columns, rows: [...byKey.values()], inputRows }
}

/** Rows of any keys. */
function* toBatches(rows: Iterable<Row>, rowsMax: number): Generator<Omit<Batch, 'inputRows'>> {
  for (const chunk of chunks(rows, rowsMax)) {
    const columns = Object.keys(chunk[0] ?? {})
    yield { columns, rows: chunk.map((row) => toValues(row, columns)) }
  }
}

function toValues(row: Row, columns: readonly string[]): SqlValue[] {
  const values = columns.map((column) => toSqlValue(row[column]))
  if (Object.keys(row).length !== columns.length) {
    throw new TypeError(
      `rows have different columns: ${Object.keys(row).join(', ')} and ${columns.join(', ')}`,
    )
  }
  return values
}

function keyOf(values: readonly SqlValue[], keyAt: readonly number[]): unknown {
  const [first] = keyAt
  if (keyAt.length === 1 && first !== undefined) return values[first]
  return JSON.stringify(keyAt.map((at) => String(values[at])))
}
