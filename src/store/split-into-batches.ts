/** Cuts rows for a bulk write into batches: same columns throughout, each key at most once per batch. */

import { type SqlValue, toSqlValue } from './sql-value.ts'
import type { Bindable } from './store.ts'

export type Row = Readonly<Record<string, Bindable>>

export interface Batch {
  readonly columns: readonly string[]
  readonly rows: readonly SqlValue[][]
  /** How many rows came in, repeated keys included. */
  readonly inputRows: number
}

/** Of two rows with one key the later one counts. */
export function* splitIntoBatches(
  rows: Iterable<Row>,
  key: readonly string[],
  rowsMax: number,
): Generator<Batch> {
  let columns: readonly string[] = []
  let keyAt: readonly number[] = []
  let byKey = new Map<unknown, SqlValue[]>()
  let taken = 0
  for (const row of rows) {
    if (columns.length === 0) {
      columns = Object.keys(row)
      keyAt = key.map((name) => columns.indexOf(name))
      if (keyAt.includes(-1)) throw new TypeError(`rows lack the key ${key.join(', ')}`)
    }
    const values = toValues(row, columns)
    byKey.set(keyOf(values, keyAt), values)
    taken += 1
    if (byKey.size < rowsMax) continue
    yield { columns, rows: [...byKey.values()], inputRows: taken }
    byKey = new Map()
    taken = 0
  }
  if (taken > 0) yield { columns, rows: [...byKey.values()], inputRows: taken }
}

function toValues(row: Row, columns: readonly string[]): SqlValue[] {
  const values = columns.map((column) => toSqlValue(row[column]))
  if (Object.keys(row).length !== columns.length) {
    throw new TypeError(
      `rows differ in their columns: ${Object.keys(row).join(', ')} beside ${columns.join(', ')}`,
    )
  }
  return values
}

function keyOf(values: readonly SqlValue[], keyAt: readonly number[]): unknown {
  const [first] = keyAt
  if (keyAt.length === 1 && first !== undefined) return values[first]
  return JSON.stringify(keyAt.map((at) => String(values[at])))
}
