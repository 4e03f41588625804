/** Converts the rows of a list, and leaves out those in an unexpected format: one bad row must not cost all others. */

import { isFailure } from '../../../core/errors.ts'

export interface UsableRows<Row> {
  readonly rows: readonly Row[]
  /** How many rows were left out. */
  readonly skippedRows: number
}

/** `convert` throws `upstream_changed` for a bad row. If all rows are bad, the format has changed, and that is thrown. */
export function usableRows<Value, Row>(
  values: readonly Value[],
  convert: (value: Value) => Row,
): UsableRows<Row> {
  const rows: Row[] = []
  let firstFailure: unknown
  for (const value of values) {
    try {
      rows.push(convert(value))
    } catch (thrown) {
      if (!isFailure(thrown, 'upstream_changed')) throw thrown
      firstFailure ??= thrown
    }
  }
  if (rows.length === 0 && firstFailure !== undefined) throw firstFailure
  return { rows, skippedRows: values.length - rows.length }
}
