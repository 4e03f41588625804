/** The markets of the scanner and the columns they have. */

import { countryMarkets } from '../listings/countries.ts'
import { type FieldClass, typeOfColumn } from './columns/field.ts'
import type { FieldType } from './columns/field-tables.ts'

const assetClasses = ['bond', 'bonds', 'cfd', 'coin', 'crypto', 'economics2', 'forex', 'futures'] as const

const classes: ReadonlyMap<string, FieldClass> = new Map<string, FieldClass>([
  ...countryMarkets.map(({ market }): [string, FieldClass] => [market, 'stock']),
  ...assetClasses.map((market): [string, FieldClass] => [market, market]),
])

/** Without `options` and `global`, which are scanned in their own ways. */
export const marketNames: readonly string[] = [...classes.keys()]

export function classOf(market: string): FieldClass | undefined {
  return classes.get(market)
}

/** The type of the column in the first of the markets that has it. */
export function typeIn(markets: readonly string[], name: string): FieldType | undefined {
  for (const fieldClass of new Set(markets.map(classOf))) {
    const type = fieldClass && typeOfColumn(fieldClass, name)
    if (type !== undefined) return type
  }
  return undefined
}

export function hasColumn(markets: readonly string[], name: string): boolean {
  return typeIn(markets, name) !== undefined
}
