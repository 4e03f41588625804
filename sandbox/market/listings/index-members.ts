/** The members of an index: the largest stocks of its market. */

import type { Listing } from './listing.ts'
import type { Listings } from './listings.ts'

interface IndexRule {
  readonly id: string
  readonly name: string
  readonly venues: readonly string[]
  readonly count: number
}

export const indexRules: readonly IndexRule[] = [
  { id: 'SP:SPX', name: 'S&P 500', venues: ['NASDAQ', 'NYSE'], count: 503 },
  { id: 'DJ:DJI', name: 'Dow Jones Industrial Average', venues: ['NASDAQ', 'NYSE'], count: 30 },
  { id: 'NASDAQ:NDX', name: 'NASDAQ 100', venues: ['NASDAQ'], count: 101 },
  { id: 'FTSE:UKX', name: 'FTSE 100', venues: ['LSE'], count: 50 },
  { id: 'XETR:DAX', name: 'DAX', venues: ['XETR'], count: 40 },
  { id: 'EURONEXT:PX1', name: 'CAC 40', venues: ['EURONEXT'], count: 40 },
  { id: 'SIX:SMI', name: 'Swiss Market Index', venues: ['SIX'], count: 20 },
  { id: 'TVC:NI225', name: 'Nikkei 225', venues: ['TSE'], count: 100 },
  { id: 'NSE:NIFTY', name: 'Nifty 50', venues: ['NSE'], count: 50 },
]

const cache = new WeakMap<Listings, ReadonlyMap<string, ReadonlySet<number>>>()

/** Rows of the members; undefined for an unknown index. */
export function membersOf(listings: Listings, indexId: string): ReadonlySet<number> | undefined {
  return allMembers(listings).get(indexId)
}

export function indexIdsOf(listings: Listings, { row }: Listing): string[] {
  return [...allMembers(listings)].filter(([, members]) => members.has(row)).map(([id]) => id)
}

function allMembers(listings: Listings): ReadonlyMap<string, ReadonlySet<number>> {
  let members = cache.get(listings)
  if (members === undefined) {
    members = new Map(indexRules.map((rule) => [rule.id, new Set(largest(listings, rule))]))
    cache.set(listings, members)
  }
  return members
}

function largest(listings: Listings, { venues, count }: IndexRule): number[] {
  return listings.all
    .filter(({ type, venue, units }) => type === 'stock' && venues.includes(venue.code) && units > 0)
    .sort((one, other) => usualCap(other) - usualCap(one))
    .slice(0, count)
    .map(({ row }) => row)
}

function usualCap({ walk, scale, units }: Listing): number {
  return Math.exp(walk.logBase) * scale * units
}
