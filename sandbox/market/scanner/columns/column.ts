/** A scanner column: one value per row, computed on demand. */

export type Column =
  | { readonly kind: 'number'; at(row: number): number }
  | { readonly kind: 'text'; at(row: number): string | null }
  | { readonly kind: 'bool'; at(row: number): boolean }
  | { readonly kind: 'set'; at(row: number): readonly string[] }
  | { readonly kind: 'other'; at(row: number): unknown }

export interface ScanTable {
  readonly rowCount: number
  symbol(row: number): string
  /** `undefined` when there is no such column. */
  column(name: string): Column | undefined
}

export const emptyColumn: Column = { kind: 'other', at: () => null }

/** The value in the answer: `NaN` is sent as null. */
export function cellOf(column: Column, row: number): unknown {
  const cell = column.at(row)
  return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell
}

interface Versioned {
  /** Increases whenever cached values expire. */
  readonly version: number
}

/** A number column whose values are cached until the version changes. */
export function cachedColumn(
  rowCount: number,
  source: Versioned,
  compute: (row: number) => number,
): Extract<Column, { kind: 'number' }> {
  const values = new Float64Array(rowCount)
  const versions = new Uint32Array(rowCount)
  return {
    kind: 'number',
    at(row) {
      if (versions[row] !== source.version) {
        values[row] = compute(row)
        versions[row] = source.version
      }
      return values[row] as number
    },
  }
}
