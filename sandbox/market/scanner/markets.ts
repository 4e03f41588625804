/** The markets a scan can be about: their names as path segments, and the columns each has. */

import { countryMarkets } from '../listings/countries.ts'
import { type FieldClass, typeOfColumn } from './field.ts'

const assetClasses = ['bond', 'bonds', 'cfd', 'coin', 'crypto', 'economics2', 'forex', 'futures'] as const

const classes: ReadonlyMap<string, FieldClass> = new Map<string, FieldClass>([
  ...countryMarkets.map(({ market }): [string, FieldClass] => [market, 'stock']),
  ...assetClasses.map((market): [string, FieldClass] => [market, market]),
])

/** All but `options` and `global`, which are scanned in their own ways. */
export const marketNames: readonly string[] = [...classes.keys()]

export function classOf(market: string): FieldClass | undefined {
  return classes.get(market)
}

/** Whether any of the markets has the column. */
export function hasColumn(markets: readonly string[], name: string): boolean {
  const asked = new Set(markets.flatMap((market) => classes.get(market) ?? []))
  for (const fieldClass of asked) if (typeOfColumn(fieldClass, name) !== undefined) return true
  return false
}
