/**
 * Indicators, ratings and company figures: numbers from the seed, the symbol and the name of the column, in a plausible
 * range. They do not follow from bars or from each other. What companies report stays the same until the next report.
 */

import { type Day, dayOf } from '../../../calendar.ts'
import { between, hashText } from '../../hash.ts'
import { currencyOf } from '../../listings/currencies.ts'
import { isCompany, type Listing } from '../../listings/listing.ts'
import { expandAll } from '../brace-list.ts'
import { reportedPrice } from '../earnings.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Column, cachedColumn } from './column.ts'
import type { FieldType } from './field-tables.ts'
import { stocks, technical } from './field-tables.ts'

/** What the range is multiplied by. */
type Unit =
  | 'number'
  | 'integer'
  | 'price'
  | 'volume'
  | 'shares'
  | 'market_cap'
  | 'reported_price'
  | 'reported_value'
type Audience = 'all' | 'company' | 'fund' | 'coin' | 'bond'

interface Range {
  readonly unit: Unit
  readonly audience: Audience
  readonly min: number
  readonly max: number
}

/** Pattern of names, audience, unit, minimum, maximum. The first match counts. */
const table = `
^Rec(ommend)?\\.                                          all     number     -1    1
^(SMA|EMA|HullMA|VWMA|VWAP|P\\.SAR|Ichimoku|Pivot)         all     price      0.85  1.15
^(BB\\.|KltChnl|DonchCh20)                                all     price      0.85  1.15
^(RSI|Stoch|UO|MoneyFlow|Aroon|ADX)                       all     number     15    85
^W\\.R                                                    all     number     -95   -5
^CCI                                                     all     number     -180  180
^(ATRP|ADRP|Volatility)                                  all     number     0.6   6
^(ATR|ADR)                                               all     price      0.01  0.05
^Candle\\.                                                all     integer    0     0
^average_volume_                                         all     volume     0.8   1.2
^AvgValue\\.Traded                                        all     volume     10    60
^(pre|post)(market)?_?(change|gap)                       company number     -2    2
^(pre|post)market_(close|high|low|open)                  company price      0.98  1.02
^(pre|post)market_volume                                 company volume     0.01  0.05
^(popularity|popularity_rank)$                           all     integer    1     100000
^open_interest$                                          all     volume     0.5   3
^(nav_total_return|(nav|aum)_perf)                       fund    number     -10   40
^nav_discount_premium$                                   fund    number     -0.2  0.2
^nav$                                                    fund    price      0.998 1.002
^fund_flows                                              fund    market_cap -0.03 0.05
^expense_ratio$                                          fund    number     0.03  0.95
^etf_holdings_count$                                     fund    integer    20    2800
^weight_top                                              fund    number     12    60
^(total|max)_supply$|^total_shares_diluted$              coin    integer    1e7   1e9
^(24h_vol_to_market_cap|24h_vol_change_cmc)$             coin    number     0.01  0.4
^(dex_|socialdominance)                                  coin    number     0     4
^yield_to                                                bond    number     2     7
^(close|bid|ask)_net$                                    bond    number     950   1050
^(outstanding|issue)_amount$                             bond    integer    5e7   4e9
^(nominal_value|denom_)                                  bond    integer    1000  1000
^(days_to_maturity|years_to_maturity)$                   bond    integer    1     25
^(price|enterprise_value)_.*(earnings|ebit|cash|sales|book|revenue) company number 2 45
_per_share|^earnings_per_share|^(last_annual_eps|basic_eps) company reported_price 0.01 0.08
^dps|^dividends_per_share|^indicated_annual_dividend     company reported_price 0.004 0.05
_per_employee                                            company integer    50000 900000
^number_of_                                              company integer    200   300000
_shares_outstanding                                      company shares     0.4   1
^(enterprise_value_current|enterprise_value_fq)$         company market_cap 0.9   1.3
^beta_                                                   company number     0.3   1.9
^(current|quick|cash)_ratio|^debt_to|_to_(equity|assets|debt) company number 0.2 3
^(piotroski|altman)                                      company integer    1     9
^recommendation_mark$                                    company number     1.2   3.8
^recommendation_                                         company integer    0     30
^price_target                                            company reported_price 0.85 1.3
^ipo_|_time$|_date                                       company number     NaN   NaN
`

const ranges: readonly (Range & { readonly pattern: RegExp })[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [pattern = '', audience, unit, min, max] = line.trim().split(/\s+/)
    return {
      pattern: new RegExp(pattern),
      audience: audience as Audience,
      unit: unit as Unit,
      min: Number(min),
      max: Number(max),
    }
  })

/** For the columns of stocks that no pattern matches. */
const rangeOfType: Readonly<Partial<Record<FieldType, Range>>> = {
  number: { audience: 'company', unit: 'number', min: 0.5, max: 20 },
  percent: { audience: 'company', unit: 'number', min: -10, max: 40 },
  price: { audience: 'company', unit: 'price', min: 0.8, max: 1.2 },
  fundamental_price: { audience: 'company', unit: 'reported_value', min: 0.02, max: 0.4 },
}

const stockTypes = new Map(
  Object.entries(stocks).flatMap(([type, names]) =>
    expandAll(names).map((name): [string, FieldType] => [name, type as FieldType]),
  ),
)
const technicalNames = new Set(expandAll(technical.number ?? ''))

function rangeOf(field: string): Range | undefined {
  const found = ranges.find(({ pattern }) => pattern.test(field))
  if (found !== undefined) return found
  if (technicalNames.has(field)) return { audience: 'all', unit: 'number', min: -4, max: 4 }
  return rangeOfType[stockTypes.get(field) ?? 'text']
}

/** `name` is the full name of the column, so that `RSI` and `RSI|60` differ. */
export function seededColumn(name: string, field: string, snapshot: Snapshot): Column | undefined {
  const nameKey = hashText(0x5eed, name)
  const history = /^(.*_f[qy]|.*_ttm)_h$/.exec(field)
  if (history !== null) return historyColumn(field, nameKey, snapshot)
  const range = rangeOf(field)
  if (range === undefined) return undefined
  return cachedColumn(snapshot.listings.all.length, snapshot, (row) =>
    seededValue(range, nameKey, row, snapshot),
  )
}

export function seededValue(range: Range, nameKey: number, row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const { close } = snapshot.today(row)
  if (Number.isNaN(close) || !isAudience(listing, range.audience)) return Number.NaN
  const number = between(listing.key ^ nameKey, 0, range.min, range.max)
  return range.unit === 'integer'
    ? Math.round(number)
    : Number((number * factor(range.unit, listing, close, dayOf(snapshot.ms))).toPrecision(6))
}

function factor(unit: Unit, listing: Listing, close: number, today: Day): number {
  if (unit === 'price') return close
  if (unit === 'reported_price') return reportedPrice(listing, today)
  if (unit === 'reported_value') return marketCap(listing, reportedPrice(listing, today))
  if (unit === 'volume') return listing.dailyVolume
  if (unit === 'shares') return listing.units
  return unit === 'market_cap' ? marketCap(listing, close) : 1
}

/** In pounds where the exchange quotes pence. */
export function marketCap({ units, currency }: Listing, close: number): number {
  return (close * units) / (currencyOf(currency)?.units ?? 1)
}

function isAudience(listing: Listing, audience: Audience): boolean {
  const { type, venue } = listing
  if (audience === 'company') return isCompany(listing)
  if (audience === 'coin') return venue.market === 'crypto' || venue.market === 'coin'
  return audience === 'all' || type === audience
}

/** Newest first: 32 quarters, or 20 years. */
function historyColumn(field: string, nameKey: number, snapshot: Snapshot): Column {
  const length = field.endsWith('_fq_h') ? 32 : 20
  const range: Range = { audience: 'company', unit: 'reported_value', min: 0.02, max: 0.4 }
  return {
    kind: 'other',
    at(row) {
      const values = Array.from({ length }, (_, at) => seededValue(range, nameKey + at, row, snapshot))
      return Number.isNaN(values[0]) ? null : values
    },
  }
}
