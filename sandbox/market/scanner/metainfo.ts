/** The columns of a market, with the possible values of text columns. */

import { indexRules } from '../listings/index-members.ts'
import type { Listing } from '../listings/listing.ts'
import { type FieldClass, fieldsOf, timeframes } from './columns/field.ts'
import type { ListingTable } from './listing-table.ts'

export interface MetaField {
  readonly n: string
  readonly t: string
  readonly r: readonly string[] | readonly { readonly id: string; readonly name: string }[] | null
}

/** Texts with too many different values to list. */
const freeTexts: ReadonlySet<string> = new Set(['name', 'description', 'logoid'])

/** Coin columns that exist for five minutes only. */
const onlyFive: ReadonlySet<string> = new Set([
  '24h_vol',
  '24h_vol_change',
  '24h_close_change',
  'relative_volume_intraday',
])

export function metainfo(
  fieldClass: FieldClass,
  listings: readonly Listing[],
  table: ListingTable,
): readonly MetaField[] {
  const { listed, timed } = fieldsOf(fieldClass)
  const plain = [...listed].map(([name, type]) => ({
    n: name,
    t: type,
    r: type === 'text' || type === 'set' ? valuesOf(name, listings, table) : null,
  }))
  const isCoin = fieldClass === 'crypto' || fieldClass === 'coin'
  const withTimes = [...timed].flatMap((name) => {
    if (name.startsWith('24h') && !isCoin) return []
    const type = listed.get(name) ?? 'number'
    const frames = onlyFive.has(name) ? (['5'] as const) : timeframes
    return frames.map((frame) => ({ n: `${name}|${frame}`, t: type, r: null }))
  })
  return [...plain, ...withTimes]
}

function valuesOf(name: string, listings: readonly Listing[], table: ListingTable): MetaField['r'] {
  if (freeTexts.has(name)) return null
  if (name === 'index') return indexRules.map(({ id, name: title }) => ({ id, name: title }))
  const column = table.column(name)
  const values = new Set<string>()
  for (const { row } of listings) {
    if (column?.kind === 'text') {
      const text = column.at(row)
      if (text !== null) values.add(text)
    } else if (column?.kind === 'set') {
      for (const item of column.at(row)) values.add(item)
    }
  }
  return [...values].sort()
}
