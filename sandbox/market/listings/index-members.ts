/** Which stocks an index holds: the largest of its market. */

import type { Listing } from './listing.ts'
import type { Listings } from './listings.ts'

interface IndexRule {
  readonly id: string
  readonly name: string
  readonly market: string
  readonly count: number
  readonly venues?: readonly string[]
}

export const indexRules: readonly IndexRule[] = [
  { id: 'SP:SPX', name: 'S&P 500', market: 'america', count: 503, venues: ['NASDAQ', 'NYSE'] },
  {
    id: 'DJ:DJI',
    name: 'Dow Jones Industrial Average',
    market: 'america',
    count: 30,
    venues: ['NASDAQ', 'NYSE'],
  },
  { id: 'NASDAQ:NDX', name: 'NASDAQ 100', market: 'america', count: 101, venues: ['NASDAQ'] },
  { id: 'FTSE:UKX', name: 'FTSE 100', market: 'uk', count: 100, venues: ['LSE'] },
  { id: 'XETR:DAX', name: 'DAX', market: 'germany', count: 40, venues: ['XETR'] },
  { id: 'EURONEXT:PX1', name: 'CAC 40', market: 'france', count: 40 },
  { id: 'SIX:SMI', name: 'Swiss Market Index', market: 'switzerland', count: 20, venues: ['SIX'] },
  { id: 'BME:IBC', name: 'IBEX 35', market: 'spain', count: 35 },
  { id: 'TVC:NI225', name: 'Nikkei 225', market: 'japan', count: 100 },
  { id: 'TVC:HSI', name: 'Hang Seng', market: 'hongkong', count: 50 },
  { id: 'NSE:NIFTY', name: 'Nifty 50', market: 'india', count: 50, venues: ['NSE'] },
  { id: 'ASX:XJO', name: 'S&P/ASX 200', market: 'australia', count: 50 },
  { id: 'TSX:TSX', name: 'S&P/TSX Composite', market: 'canada', count: 60, venues: ['TSX'] },
  { id: 'BMFBOVESPA:IBOV', name: 'Bovespa', market: 'brazil', count: 40 },
  { id: 'OMXSTO:OMXS30', name: 'OMX Stockholm 30', market: 'sweden', count: 30, venues: ['OMXSTO'] },
]

const known = new WeakMap<Listings, ReadonlyMap<string, ReadonlySet<number>>>()

/** Rows of the members, `undefined` for an index nobody knows. */
export function membersOf(listings: Listings, indexId: string): ReadonlySet<number> | undefined {
  return allMembers(listings).get(indexId)
}

export function indexIdsOf(listings: Listings, { row }: Listing): string[] {
  return [...allMembers(listings)].filter(([, members]) => members.has(row)).map(([id]) => id)
}

function allMembers(listings: Listings): ReadonlyMap<string, ReadonlySet<number>> {
  const found = known.get(listings)
  if (found !== undefined) return found
  const members = new Map(indexRules.map((rule) => [rule.id, new Set(largest(listings, rule))]))
  known.set(listings, members)
  return members
}

function largest(listings: Listings, { market, count, venues }: IndexRule): number[] {
  return listings
    .ofMarket(market)
    .filter(
      ({ type, isPrimary, typespecs, venue }) =>
        type === 'stock' &&
        isPrimary &&
        !typespecs.includes('preferred') &&
        !typespecs.includes('pre-ipo') &&
        (venues === undefined || venues.includes(venue.code)),
    )
    .sort((one, other) => usualCap(other) - usualCap(one))
    .slice(0, count)
    .map(({ row }) => row)
}

function usualCap({ walk, scale, units }: Listing): number {
  return Math.exp(walk.logBase) * scale * units
}
