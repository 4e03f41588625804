/** A table whose money columns are in another currency. */

import { currencyOf } from '../listings/currencies.ts'
import type { Column, ScanTable } from './column.ts'
import type { FieldType } from './field.ts'
import type { ListingTable } from './listing-table.ts'

/** Touches only what `typeOf` calls a fundamental price; rows in no known currency become empty. */
export function converted(
  table: ListingTable,
  currency: string,
  typeOf: (name: string) => FieldType | undefined,
): ScanTable {
  const target = currencyOf(currency)
  return {
    rowCount: table.rowCount,
    symbol: (row) => table.symbol(row),
    column(name): Column | undefined {
      const column = table.column(name)
      if (column?.kind !== 'number' || typeOf(name) !== 'fundamental_price') return column
      return {
        kind: 'number',
        at(row) {
          const own = currencyOf(table.snapshot.listing(row).currency)
          if (own === undefined || target === undefined) return Number.NaN
          return (column.at(row) * own.currency.worth) / target.currency.worth
        },
      }
    },
  }
}
