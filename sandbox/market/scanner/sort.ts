/** Sorts rows by a column, or puts them in an arbitrary but stable order. */

import { hash } from '../hash.ts'
import type { Column } from './columns/column.ts'
import type { Sort } from './scan-request.ts'

/** Sorts in place; equal rows keep their order. */
export function sortRows(rows: number[], column: Column, { sortOrder, nullsFirst }: Sort): void {
  const sign = sortOrder === 'asc' ? 1 : -1
  const nulls = nullsFirst ? -1 : 1
  if (column.kind === 'number') {
    rows.sort((one, other) => {
      const left = column.at(one)
      const right = column.at(other)
      const isLeftNull = Number.isNaN(left)
      if (isLeftNull || Number.isNaN(right))
        return isLeftNull && Number.isNaN(right) ? 0 : isLeftNull ? nulls : -nulls
      return sign * (left - right)
    })
    return
  }
  const text = (row: number) => {
    const cell = column.at(row)
    return cell === null ? null : String(cell)
  }
  rows.sort((one, other) => {
    const left = text(one)
    const right = text(other)
    if (left === null || right === null) return left === right ? 0 : left === null ? nulls : -nulls
    return sign * (left < right ? -1 : left > right ? 1 : 0)
  })
}

/** The same key gives the same order. */
export function shuffleRows(rows: number[], key: number): void {
  rows.sort((one, other) => hash(key, one) - hash(key, other))
}
