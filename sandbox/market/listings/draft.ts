/** What builders of listings share: the chance they draw from, the list they add to, and the usual values. */

import type { Random, Seed } from '../../random.ts'
import { keyOfText } from '../prices/noise.ts'
import type { Walk } from '../prices/walk.ts'
import { type Currency, currencyWalk } from './currencies.ts'
import type { ListingDraft } from './listing.ts'
import type { Venue } from './venue.ts'

export interface Builder {
  readonly worldKey: number
  readonly today: number
  random(...parts: readonly Seed[]): Random
  add(draft: ListingDraft): void
  isTaken(symbol: string): boolean
}

type Needed = Pick<ListingDraft, 'ticker' | 'venue' | 'type' | 'description' | 'walk'>

/** 1998-01-02; most things have been traded since before anybody asks. */
export const oldFirstDay = 10_228

export function draft(values: Needed & Partial<ListingDraft>): ListingDraft {
  return {
    typespecs: [],
    currency: values.venue.currency,
    country: values.venue.country,
    sector: '',
    industry: '',
    logoid: '',
    isin: '',
    against: undefined,
    scale: 1,
    dailyVolume: 0,
    units: 0,
    firstDay: oldFirstDay,
    lastDay: undefined,
    isPrimary: true,
    fame: 0.2,
    hasOptions: false,
    baseCurrency: '',
    maturity: undefined,
    pricescale: 100,
    minmov: 1,
    volumescale: 1,
    ...values,
  }
}

export function walkOf(
  worldKey: number,
  name: string,
  level: number,
  sigma: number,
  { trend = 0.00015, wander = 0.22 }: { trend?: number; wander?: number } = {},
): Walk {
  return { key: keyOfText(worldKey, name), logBase: Math.log(level), sigma, trend, wander }
}

/** Cents, or so many decimals that a small price has five digits that count. */
export function pricescaleFor(price: number): number {
  const decimals = Math.min(12, Math.max(2, 4 - Math.floor(Math.log10(price))))
  return 10 ** decimals
}

/** What a price in dollars is divided by to be in a currency; nothing for the dollar. */
export function againstDollar(worldKey: number, currency: Currency): Walk | undefined {
  return currency.code === 'USD' ? undefined : currencyWalk(worldKey, currency)
}

export function venueOf(
  code: string,
  name: string,
  market: string,
  values: Partial<Venue> & Pick<Venue, 'hours'>,
): Venue {
  return {
    code,
    name,
    market,
    country: '',
    currency: 'USD',
    delaySeconds: 0,
    providerId: code.toLowerCase(),
    ...values,
  }
}
