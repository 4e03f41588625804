/** A column of the scanner: for every row a value, computed when somebody looks at it. */

export type Column =
  | { readonly kind: 'number'; at(row: number): number }
  | { readonly kind: 'text'; at(row: number): string | null }
  | { readonly kind: 'bool'; at(row: number): boolean }
  | { readonly kind: 'set'; at(row: number): readonly string[] }
  | { readonly kind: 'other'; at(row: number): unknown }

/** Rows, the columns they have, and what the rows are called. */
export interface ScanTable {
  readonly rowCount: number
  symbol(row: number): string
  /** `undefined` when there is no such column. */
  column(name: string): Column | undefined
}

export const emptyColumn: Column = { kind: 'other', at: () => null }

/** What stands in the answer: `NaN` is null. */
export function cellOf(column: Column, row: number): unknown {
  const cell = column.at(row)
  return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell
}

/** What moves on, so that what was computed before no longer counts. */
export interface Moving {
  /** Another number after every move. */
  readonly version: number
}

/** Keeps what was computed, row by row, until the next move; then the same space is used again. */
export function remembered(rowCount: number, moving: Moving, compute: (row: number) => number): Column {
  let values: Float64Array | undefined
  let versions: Uint32Array | undefined
  return {
    kind: 'number',
    at(row) {
      values ??= new Float64Array(rowCount)
      versions ??= new Uint32Array(rowCount)
      if (versions[row] === moving.version) return values[row] as number
      const found = compute(row)
      values[row] = found
      versions[row] = moving.version
      return found
    },
  }
}
