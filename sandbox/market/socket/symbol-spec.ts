/** Symbols as sockets write them: `NASDAQ:AAPL`, or `=` and JSON around it. */

import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'

export interface SymbolSpec {
  readonly symbol: string
  /** `BarSetHeikenAshi@tv-basicstudies-60!` and its like, '' for plain bars. */
  readonly chartType: string
}

const depthMax = 4

/** `undefined` for JSON that names no symbol. */
export function parseSpec(text: string, depth = 0): SymbolSpec | undefined {
  if (!text.startsWith('=')) return { symbol: text, chartType: '' }
  if (depth > depthMax) return undefined
  let value: unknown
  try {
    value = JSON.parse(text.slice(1))
  } catch {
    return undefined
  }
  return fromObject(value, depth)
}

function fromObject(value: unknown, depth: number): SymbolSpec | undefined {
  if (depth > depthMax || typeof value !== 'object' || value === null || !('symbol' in value))
    return undefined
  const { symbol } = value
  const inner = typeof symbol === 'string' ? parseSpec(symbol, depth + 1) : fromObject(symbol, depth + 1)
  if (inner === undefined) return undefined
  const type = 'type' in value && typeof value.type === 'string' ? value.type : ''
  return { symbol: inner.symbol, chartType: type === '' ? inner.chartType : type }
}

/** A ticker without its exchange means the most famous listing of that name. */
export function findListing(listings: Listings, symbol: string): Listing | undefined {
  const wanted = symbol.toUpperCase()
  const exact = listings.find(wanted)
  if (exact !== undefined || wanted.includes(':')) return exact
  let best: Listing | undefined
  for (const listing of listings.all) {
    if (listing.ticker === wanted && (best === undefined || listing.fame > best.fame)) best = listing
  }
  return best
}
