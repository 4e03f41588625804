/** A scan over option contracts; which underlyings must be said. */

import type { Market } from '../market.ts'
import { typeOfColumn } from '../scanner/field.ts'
import { type ScanResult, scan } from '../scanner/scan.ts'
import { ScanError } from '../scanner/scan-error.ts'
import type { ScanRequest } from '../scanner/scan-request.ts'
import { OptionsTable } from './options-table.ts'

const underlyingsMax = 600

/** Throws `ScanError`. Underlyings without options, or that nobody knows, have no rows. */
export function scanOptions(
  market: Market,
  request: ScanRequest,
): { readonly table: OptionsTable; readonly result: ScanResult } {
  const symbols = request.indexFilters.get('underlying_symbol')
  if (symbols === undefined) {
    throw new ScanError('required index "underlying_symbol" is missing from request', { hasData: false })
  }
  if (symbols.length > underlyingsMax) throw new ScanError('too many values of index "underlying_symbol"')
  const minute = Math.floor(market.world.now() / 60_000) * 60_000
  const underlyings = [...new Set(symbols)].flatMap((symbol) => {
    const listing = market.listings.find(symbol)
    return listing?.hasOptions === true ? [listing] : []
  })
  const table = new OptionsTable(underlyings, minute)
  const result = scan(request, {
    table,
    rows: Array.from({ length: table.rowCount }, (_, row) => row),
    nowMs: minute,
    orderKey: 0x0b7a,
    hasColumn: (name) => typeOfColumn('options', name) !== undefined,
  })
  return { table, result }
}
