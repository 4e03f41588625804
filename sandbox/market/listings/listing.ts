/** One instrument of the pretend provider: what never changes about it, and what its prices follow from. */

import type { Day } from '../../calendar.ts'
import type { Grid } from '../prices/subdivide.ts'
import type { Walk } from '../prices/walk.ts'
import type { Venue } from './venue.ts'

export type ListingType =
  | 'stock'
  | 'dr'
  | 'fund'
  | 'structured'
  | 'spot'
  | 'swap'
  | 'forex'
  | 'futures'
  | 'index'
  | 'commodity'
  | 'bond'
  | 'economic'

export interface Listing extends Grid {
  /** Its place in the list of all listings. */
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
  /** '' where there is none, as the provider has it. */
  readonly logoid: string
  readonly isin: string
  /** Chance of its own. */
  readonly key: number
  /** The price is `scale × exp(walk − against)`; two listings of one thing share the walk and so every move. */
  readonly walk: Walk
  readonly against: Walk | undefined
  readonly scale: number
  /** Deviation of one day's change of the price. */
  readonly sigma: number
  readonly dailyVolume: number
  /** Shares outstanding, coins in circulation, or 0. */
  readonly units: number
  readonly firstDay: Day
  /** The day after which it no longer trades. */
  readonly lastDay: Day | undefined
  readonly isPrimary: boolean
  /** From 0 to 1: how much is written and asked about it. */
  readonly fame: number
  readonly hasOptions: boolean
  /** For pairs and coins: the code of what is priced. */
  readonly baseCurrency: string
  /** For futures and bonds: the day it ends, as 20270115. */
  readonly maturity: number | undefined
}

/** Everything but what the list itself gives. */
export type ListingDraft = Omit<Listing, 'row' | 'symbol' | 'key' | 'sigma'>

/** Has shares and reports earnings. */
export function isCompany({ type, typespecs, units }: Listing): boolean {
  return units > 0 && (type === 'dr' || (type === 'stock' && !typespecs.includes('preferred')))
}
