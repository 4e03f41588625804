/** A traded instrument: what never changes about it, and what its prices follow from. */

import type { Day } from '../../calendar.ts'
import type { Grid } from '../prices/subdivide.ts'
import type { Walk } from '../prices/walk.ts'
import type { Venue } from './venue.ts'

export type ListingType =
  | 'stock'
  | 'dr'
  | 'fund'
  | 'spot'
  | 'swap'
  | 'forex'
  | 'futures'
  | 'index'
  | 'commodity'
  | 'bond'
  | 'economic'

export interface Listing extends Grid {
  /** Index in the list of all listings. */
  readonly row: number
  /** `EXCHANGE:TICKER` */
  readonly symbol: string
  readonly ticker: string
  readonly venue: Venue
  readonly type: ListingType
  readonly typespecs: readonly string[]
  readonly description: string
  readonly currency: string
  /** ISO 3166 in capitals, or ''. */
  readonly country: string
  readonly sector: string
  readonly industry: string
  /** '' where the provider has no logo. */
  readonly logoid: string
  readonly isin: string
  /** Seed for values that follow from the symbol. */
  readonly key: number
  /** The price is `scale × exp(walk − against)`; listings of the same asset share the walk and move together. */
  readonly walk: Walk
  readonly against: Walk | undefined
  readonly scale: number
  /** Standard deviation of the daily change of the price. */
  readonly sigma: number
  readonly dailyVolume: number
  /** Shares outstanding, coins in circulation, the coupon of a bond in percent, or 0. */
  readonly units: number
  readonly firstDay: Day
  /** The last trading day, if there is one. */
  readonly lastDay: Day | undefined
  readonly isPrimary: boolean
  /** From 0 to 1: ranks search results, and sets how much news there is. */
  readonly fame: number
  readonly hasOptions: boolean
  /** Of pairs and coins: the code of the priced currency. */
  readonly baseCurrency: string
  /** Of futures and bonds, as 20270115. */
  readonly maturity: number | undefined
}

/** A listing without the members that the builder adds. */
export type ListingDraft = Omit<Listing, 'row' | 'symbol' | 'key' | 'sigma'>

/** Has shares and reports earnings. */
export function isCompany({ type, units }: Listing): boolean {
  return units > 0 && (type === 'dr' || type === 'stock')
}
