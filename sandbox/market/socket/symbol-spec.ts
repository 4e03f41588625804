/** Symbols as socket clients write them: `NASDAQ:AAPL`, or `=` and JSON around it. */

import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'

export interface SymbolSpec {
  readonly symbol: string
  /** Whether intraday bars include the hours before and after regular trading. */
  readonly isExtended: boolean
  /** Whether prices before a dividend are lowered by it. */
  readonly isDividendAdjusted: boolean
  /** `BarSetRenko@tv-prostudies-40!` and the like, '' for plain bars. */
  readonly chartType: string
  /** The session of the replay that it belongs to. */
  readonly replay: string | undefined
}

const depthMax = 4

/** `undefined` for JSON without a symbol. */
export function parseSpec(text: string): SymbolSpec | undefined {
  if (!text.startsWith('=')) return plainSpec(text)
  try {
    return toSpec(JSON.parse(text.slice(1)), 0)
  } catch {
    return undefined
  }
}

/** Symbols can be nested: `{"symbol": {"symbol": "NASDAQ:AAPL"}, "type": "…"}`. */
function toSpec(value: unknown, depth: number): SymbolSpec | undefined {
  if (typeof value === 'string') return plainSpec(value)
  if (depth > depthMax || typeof value !== 'object' || value === null || !('symbol' in value))
    return undefined
  const inner = toSpec(value.symbol, depth + 1)
  if (inner === undefined) return undefined
  const { type, session, adjustment, replay } = value as Record<string, unknown>
  return {
    symbol: inner.symbol,
    chartType: typeof type === 'string' ? type : inner.chartType,
    replay: typeof replay === 'string' ? replay : inner.replay,
    isExtended: session === undefined ? inner.isExtended : session === 'extended',
    isDividendAdjusted: adjustment === undefined ? inner.isDividendAdjusted : adjustment === 'dividends',
  }
}

function plainSpec(symbol: string): SymbolSpec {
  return { symbol, chartType: '', replay: undefined, isExtended: false, isDividendAdjusted: false }
}

/** A ticker without an exchange means the most famous listing with that ticker. */
export function findListing(listings: Listings, symbol: string): Listing | undefined {
  const name = symbol.toUpperCase()
  const exact = listings.find(name)
  if (exact !== undefined || name.includes(':')) return exact
  return listings.all
    .filter(({ ticker }) => ticker === name)
    .reduce<Listing | undefined>((best, one) => (best && best.fame >= one.fame ? best : one), undefined)
}
