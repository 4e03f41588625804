/** Splits the rows of a bulk write into batches with the same columns and without duplicate keys. */

import { chunks } from './chunks.ts'
import { type SqlValue, toSqlValue } from './sql-value.ts'
import type { Bindable } from './store.ts'

export type Row = Readonly<Record<string, Bindable>>

export interface Batch {
  readonly columns: readonly string[]
  readonly rows: readonly SqlValue[][]
  /** The number of rows before duplicate keys were merged. */
  readonly inputRows: number
}

/** Of two rows with the same key, the later one wins. */
export function* splitIntoBatches(
  rows: Iterable<Row>,
  key: readonly string[],
  rowsMax: number,
): Generator<Batch> {
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
export function* toBatches(rows: Iterable<Row>, rowsMax: number): Generator<Omit<Batch, 'inputRows'>> {
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
