/** What the builders of listings share. */

import type { Random, Seed } from '../../random.ts'
import { hashText } from '../hash.ts'
import type { Walk } from '../prices/walk.ts'
import type { ListingDraft } from './listing.ts'

export interface Builder {
  readonly worldKey: number
  readonly today: number
  random(...parts: readonly Seed[]): Random
  /** Does nothing when the symbol is taken. */
  add(draft: ListingDraft): void
  isTaken(symbol: string): boolean
}

type Required = Pick<ListingDraft, 'ticker' | 'venue' | 'type' | 'description' | 'walk'>

/** 1998-01-02 */
export const oldFirstDay = 10_228

export function draft(values: Required & Partial<ListingDraft>): ListingDraft {
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
  return { key: hashText(worldKey, name), logBase: Math.log(level), sigma, trend, wander }
}

/** Daily standard deviations of indices and commodities; 1 % for the others. */
const sigmas: Readonly<Record<string, number>> = {
  VIX: 0.055,
  SILVER: 0.016,
  USOIL: 0.019,
  NATGAS: 0.03,
  WHEAT: 0.016,
  DXY: 0.004,
}

/** The walk of an index or commodity, and of the funds and futures on it. Its level is 1; `scale` sets the price. */
export function sharedWalk(worldKey: number, name: string): Walk {
  return walkOf(worldKey, `shared ${name}`, 1, sigmas[name] ?? 0.01, { trend: 0.00012, wander: 0.12 })
}

/** Two decimals, or enough for five significant digits. */
export function pricescaleFor(price: number): number {
  return 10 ** Math.min(12, Math.max(2, 4 - Math.floor(Math.log10(price))))
}

/** The rows of a table written as text, split at spaces; the last column takes the rest of the line. */
export function rowsOf(table: string, columns: number): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const parts = line.trim().split(' ')
      return [...parts.slice(0, columns - 1), parts.slice(columns - 1).join(' ')]
    })
}
