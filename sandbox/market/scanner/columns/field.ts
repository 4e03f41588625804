/** Names and types of columns. */

import { expandAll } from '../brace-list.ts'
import type { FieldType } from './field-tables.ts'
import * as tables from './field-tables.ts'

/** Markets of one class have the same columns. */
export type FieldClass =
  | 'stock'
  | 'crypto'
  | 'coin'
  | 'forex'
  | 'cfd'
  | 'futures'
  | 'bond'
  | 'bonds'
  | 'economics2'
  | 'options'

export interface FieldList {
  /** In the order of the provider's list, without timeframe columns. */
  readonly listed: ReadonlyMap<string, FieldType>
  /** The columns that also exist for other timeframes. */
  readonly timed: ReadonlySet<string>
  readonly unlisted: ReadonlyMap<string, FieldType>
}

export const timeframes = ['1', '5', '15', '30', '60', '120', '240', '1W', '1M'] as const
export type Timeframe = (typeof timeframes)[number]

const { everywhere, format, bidAsk, technical, charted, unlisted } = tables

const parts: Readonly<Record<FieldClass, readonly tables.FieldTable[]>> = {
  stock: [everywhere, format, technical, charted, tables.stocks],
  crypto: [everywhere, format, bidAsk, technical, charted, tables.coins],
  coin: [everywhere, format, bidAsk, technical, charted, tables.coins],
  forex: [everywhere, format, bidAsk, technical, charted, tables.currencyPairs],
  cfd: [everywhere, format, bidAsk, technical, charted, tables.currencyPairs],
  futures: [everywhere, format, technical, charted, tables.futures],
  bond: [everywhere, format, bidAsk, tables.bonds],
  bonds: [everywhere, format, bidAsk, charted],
  economics2: [everywhere, tables.economics],
  options: [everywhere, format, bidAsk, tables.options],
}

/** Classes with timeframe columns. */
const timedClasses: ReadonlySet<FieldClass> = new Set(['stock', 'crypto', 'coin', 'forex', 'cfd'])

/** Like the technical columns, these exist for every timeframe. */
const timedPrices = `open high low close volume change change_abs change_from_open change_from_open_abs gap
  Value.Traded 24h_vol 24h_vol_change 24h_close_change relative_volume_intraday`

const lists = new Map<FieldClass, FieldList>()

export function fieldsOf(fieldClass: FieldClass): FieldList {
  const cached = lists.get(fieldClass)
  if (cached !== undefined) return cached
  const listed = toMap(parts[fieldClass])
  const hasTimes = timedClasses.has(fieldClass)
  const names = hasTimes ? [...expandAll(technical.number ?? ''), ...expandAll(timedPrices)] : []
  const list = {
    listed,
    timed: new Set(names),
    unlisted: toMap(fieldClass === 'options' ? [unlisted, tables.unlistedOptions] : [unlisted]),
  }
  lists.set(fieldClass, list)
  return list
}

function toMap(fieldTables: readonly tables.FieldTable[]): ReadonlyMap<string, FieldType> {
  return new Map(
    fieldTables.flatMap((table) =>
      Object.entries(table).flatMap(([type, names]) =>
        expandAll(names).map((name): [string, FieldType] => [name, type as FieldType]),
      ),
    ),
  )
}

export interface ColumnName {
  readonly field: string
  /** Bars before the last: 1 in `RSI[1]`. */
  readonly back: number
  readonly timeframe: Timeframe | undefined
  /** Requests the translated text: `sector.tr`. */
  readonly isTranslated: boolean
  /** `|1D` is accepted, but its cells are empty. */
  readonly isEmpty: boolean
}

/** Parses `RSI[1]|60`. Checks the timeframe, not whether the column exists. */
export function parseColumnName(name: string): ColumnName | undefined {
  const match = /^(?<field>[^|[\]]+?)(?<tr>\.tr)?(?:\[(?<back>[12])\])?(?:\|(?<tf>\w+))?$/.exec(name)
  if (match?.groups === undefined) return undefined
  const { field = '', tr, back, tf } = match.groups
  const isDaily = tf === undefined || tf === '1D'
  const timeframe = isDaily ? undefined : timeframes.find((one) => one === tf)
  if (!isDaily && timeframe === undefined) return undefined
  return { field, back: Number(back ?? 0), timeframe, isTranslated: tr !== undefined, isEmpty: tf === '1D' }
}

/** The type of a column; `undefined` when markets of this class do not have it. */
export function typeOfColumn(fieldClass: FieldClass, name: string): FieldType | undefined {
  const parsed = parseColumnName(name)
  if (parsed === undefined) return undefined
  const { listed, timed, unlisted: unlistedFields } = fieldsOf(fieldClass)
  if (parsed.isTranslated) {
    const base = listed.get(parsed.field) ?? unlistedFields.get(parsed.field)
    return base === undefined ? undefined : 'text'
  }
  if (parsed.timeframe !== undefined) {
    return timed.has(parsed.field) ? (listed.get(parsed.field) ?? 'number') : undefined
  }
  if (parsed.back > 0) {
    return listed.get(`${parsed.field}[${parsed.back}]`) ?? (timed.has(parsed.field) ? 'number' : undefined)
  }
  return listed.get(parsed.field) ?? unlistedFields.get(parsed.field)
}
