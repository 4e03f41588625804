/** The scanner's table of all listings. */

import { dayOf } from '../../calendar.ts'
import { dayOfCompact } from '../dates.ts'
import { currencyOf } from '../listings/currencies.ts'
import { isCompany, type Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { lookup } from '../lookup.ts'
import { type Column, cachedColumn, emptyColumn, type ScanTable } from './columns/column.ts'
import { eventColumn } from './columns/event-columns.ts'
import { parseColumnName } from './columns/field.ts'
import { listingColumn } from './columns/listing-columns.ts'
import { priceColumn } from './columns/price-columns.ts'
import { marketCap, seededColumn } from './columns/seeded-columns.ts'
import type { Snapshot } from './snapshot.ts'

/** More columns than these are computed anew for every scan. */
const cachedColumnsMax = 250

export class ListingTable implements ScanTable {
  readonly rowCount: number
  readonly snapshot: Snapshot
  readonly #columns = new Map<string, Column>()

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.rowCount = snapshot.listings.all.length
  }

  symbol(row: number): string {
    return this.snapshot.listing(row).symbol
  }

  /** Any well-formed name is a column, empty where nothing fills it; which columns a market has is not checked here. */
  column(name: string): Column | undefined {
    const cached = this.#columns.get(name)
    if (cached !== undefined) return cached
    const parsed = parseColumnName(name)
    if (parsed === undefined) return undefined
    const { field } = parsed
    const { snapshot } = this
    const column = parsed.isEmpty
      ? emptyColumn
      : (listingColumn(field, snapshot) ??
        priceColumn(parsed, snapshot) ??
        this.#valueColumn(field) ??
        eventColumn(field, snapshot) ??
        seededColumn(name, field, snapshot) ??
        emptyColumn)
    if (this.#columns.size < cachedColumnsMax) this.#columns.set(name, column)
    return column
  }

  #valueColumn(field: string): Column | undefined {
    const { snapshot, rowCount } = this
    const compute = lookup(values, field)
    return (
      compute &&
      cachedColumn(rowCount, snapshot, (row) =>
        compute(snapshot.listing(row), snapshot.today(row).close, snapshot),
      )
    )
  }
}

type ValueOf = (listing: Listing, close: number, snapshot: Snapshot) => number

/** Columns that weigh the price by the number of shares or coins, and terms of bonds. */
const values: Readonly<Record<string, ValueOf>> = {
  market_cap_basic: (listing, close) => (isCompany(listing) ? marketCap(listing, close) : Number.NaN),
  market_cap_calc: (listing, close) => {
    if (isCompany(listing)) return marketCap(listing, close)
    return isCoin(listing) ? listing.units * close * quoteWorth(listing) : Number.NaN
  },
  aum: (listing, close) => (listing.type === 'fund' ? marketCap(listing, close) : Number.NaN),
  total_shares_outstanding: sharesOutstanding,
  total_shares_outstanding_current: sharesOutstanding,
  circulating_supply: (listing) => (isCoin(listing) ? listing.units : Number.NaN),
  '24h_vol_cmc': (listing, close) =>
    isCoin(listing) ? listing.dailyVolume * close * quoteWorth(listing) : Number.NaN,
  crypto_total_rank: (listing, _, { listings }) =>
    isCoin(listing) ? coinRank(listings, listing) : Number.NaN,
  coupon: ({ type, units }) => (type === 'bond' ? units : Number.NaN),
  current_coupon: ({ type, units }) => (type === 'bond' ? units : Number.NaN),
  maturity_date: ({ maturity }) => maturity ?? Number.NaN,
  expiration: ({ maturity }) => maturity ?? Number.NaN,
  days_to_maturity: ({ maturity }, _, { ms }) =>
    maturity === undefined ? Number.NaN : Math.max(0, dayOfCompact(maturity) - dayOf(ms)),
}

function sharesOutstanding({ units, type }: Listing): number {
  return units > 0 && type !== 'bond' ? units : Number.NaN
}

function isCoin({ venue }: Listing): boolean {
  return venue.market === 'crypto' || venue.market === 'coin'
}

/** Dollars for one unit of the currency of the price. */
function quoteWorth({ currency, against }: Listing): number {
  return currencyOf(currency)?.currency.worth ?? Math.exp(against?.logBase ?? 0)
}

const ranks = new WeakMap<Listings, ReadonlyMap<string, number>>()

/** By usual market capitalization, so that ranks do not change from minute to minute. */
function coinRank(listings: Listings, { baseCurrency }: Listing): number {
  let known = ranks.get(listings)
  if (known === undefined) {
    const usualCap = ({ walk, units }: Listing) => Math.exp(walk.logBase) * units
    const coins = listings.ofMarket('coin').toSorted((one, other) => usualCap(other) - usualCap(one))
    known = new Map(coins.map((coin, at) => [coin.baseCurrency, at + 1]))
    ranks.set(listings, known)
  }
  return known.get(baseCurrency) ?? Number.NaN
}
