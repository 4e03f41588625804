/** Keyset pagination: the next page starts after the key of the last row. */

import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Bindable } from './store.ts'

export interface SortColumn {
  /** `column` or `table.column`, never null. */
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Together the columns are unique: the last one is usually the id. */
export type SortOrder = readonly [SortColumn, ...SortColumn[]]

/** The condition for the rows after `key`. In a prepared statement, the key consists of markers, which may occur repeatedly. */
export function afterKey(order: SortOrder, key: readonly Bindable[]): Expression<SqlBool> {
  if (key.length !== order.length)
    throw new TypeError(`the key has ${key.length} values for ${order.length} columns`)
  const columns = order.map(({ column }) => sql.ref(column))
  const [first] = order
  if (order.every(({ direction }) => direction === first.direction)) {
    return sql<SqlBool>`(${sql.join(columns)}) ${comparisonOperator(first)} (${sql.join(key)})`
  }
  // The condition on the first column follows from the rest; it is there for the index.
  const alternatives = order.map((sort, at) => {
    const equal = columns.slice(0, at).map((column, index) => sql`${column} = ${key[index]}`)
    return sql`(${sql.join([...equal, sql`${columns[at]} ${comparisonOperator(sort)} ${key[at]}`], sql` and `)})`
  })
  return sql<SqlBool>`(${columns[0]} ${comparisonOperator(first)}${sql.raw('=')} ${key[0]} and (${sql.join(alternatives, sql` or `)}))`
}

/** For `orderBy`: the order that `afterKey` pages through. */
export function orderByKeyset(order: SortOrder): RawBuilder<unknown> {
  return sql.join(order.map(({ column, direction }) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}

/** The key of a row; its columns must be selected. */
export function keyOfRow(order: SortOrder, row: object): Bindable[] {
  const values = new Map<string, unknown>(Object.entries(row))
  return order.map(({ column }) => {
    const value = values.get(column.slice(column.lastIndexOf('.') + 1))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
    throw new TypeError(
      `a row has no key value for ${column}: ${value === undefined ? 'it was not selected' : typeof value}`,
    )
  })
}

function comparisonOperator({ direction }: SortColumn): RawBuilder<unknown> {
  return sql.raw(direction === 'asc' ? '>' : '<')
}
