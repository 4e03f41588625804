/** Columns of coins and pairs of coins. */

import { currencyOf } from '../listings/currencies.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { own } from '../own.ts'
import { between, pickAt } from '../prices/noise.ts'
import { type Column, remembered } from './column.ts'
import type { Snapshot } from './snapshot.ts'

type NumberOf = (row: number, snapshot: Snapshot) => number

const numbers: Readonly<Record<string, NumberOf>> = {
  market_cap_calc: cap,
  market_cap_diluted_calc: (row, snapshot) => cap(row, snapshot) * 1.12,
  circulating_supply: (row, snapshot) => snapshot.listing(row).units,
  total_supply: (row, snapshot) => Math.round(snapshot.listing(row).units * 1.05),
  max_supply: (row, snapshot) => Math.round(snapshot.listing(row).units * 1.12),
  total_shares_outstanding: (row, snapshot) => snapshot.listing(row).units,
  total_shares_diluted: (row, snapshot) => Math.round(snapshot.listing(row).units * 1.12),
  '24h_vol_cmc': (row, snapshot) => snapshot.live('volume', row) * dollars(row, snapshot),
  total_value_traded: (row, snapshot) => snapshot.live('volume', row) * snapshot.live('close', row),
  '24h_vol_change_cmc': (row, snapshot) =>
    100 * (snapshot.live('volume', row) / snapshot.live('previousVolume', row) - 1),
  '24h_vol_to_market_cap': (row, snapshot) => snapshot.live('volume', row) / snapshot.listing(row).units,
  crypto_total_rank: (row, snapshot) => rankOf(snapshot.listings, snapshot.listing(row)),
  dex_total_liquidity: (row, snapshot) =>
    cap(row, snapshot) * between(snapshot.listing(row).key, 302, 0.001, 0.03),
  dex_txs_count_24h: (row, snapshot) => Math.round(between(snapshot.listing(row).key, 303, 50, 90_000)),
  socialdominance: (row, snapshot) =>
    snapshot.listing(row).fame * between(snapshot.listing(row).key, 304, 0.1, 4),
}

const categories = [
  'layer-1',
  'defi',
  'smart-contract-platforms',
  'memes',
  'stablecoins',
  'gaming',
  'storage',
]

export function isCoin({ venue }: Listing): boolean {
  return venue.market === 'crypto' || venue.market === 'coin'
}

export function coinColumn(field: string, snapshot: Snapshot): Column | undefined {
  if (field === 'crypto_common_categories') {
    return {
      kind: 'set',
      at: (row) => [pickAt(snapshot.listing(row).key, 301, categories)],
    }
  }
  if (sharedWithStocks.has(field)) return undefined
  const number = own(numbers, field)
  if (number === undefined) return undefined
  return remembered(snapshot.listings.all.length, snapshot, (row) => coinNumber(field, row, snapshot))
}

/** Names that stocks have as well. */
export const sharedWithStocks: ReadonlySet<string> = new Set(['market_cap_calc', 'total_shares_outstanding'])

/** `NaN` for what is no coin. */
export function coinNumber(field: string, row: number, snapshot: Snapshot): number {
  const number = own(numbers, field)
  return number !== undefined && isCoin(snapshot.listing(row)) ? number(row, snapshot) : Number.NaN
}

function cap(row: number, snapshot: Snapshot): number {
  return dollars(row, snapshot) * snapshot.listing(row).units
}

/** The price in dollars: pairs against another coin go by what that was usually worth. */
function dollars(row: number, snapshot: Snapshot): number {
  const listing = snapshot.listing(row)
  const fiat = currencyOf(listing.currency)
  const worth = fiat?.currency.worth ?? Math.exp(listing.against?.logBase ?? 0)
  return snapshot.live('close', row) * worth
}

const ranks = new WeakMap<Listings, ReadonlyMap<string, number>>()

/** By what all coins were usually worth together. */
function rankOf(listings: Listings, { baseCurrency }: Listing): number {
  let known = ranks.get(listings)
  if (known === undefined) {
    const coins = [...listings.ofMarket('coin')].sort(
      (one, other) => Math.exp(other.walk.logBase) * other.units - Math.exp(one.walk.logBase) * one.units,
    )
    known = new Map(coins.map((coin, at) => [coin.baseCurrency, at + 1]))
    ranks.set(listings, known)
  }
  return known.get(baseCurrency) ?? Number.NaN
}
