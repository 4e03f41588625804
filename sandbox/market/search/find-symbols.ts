/** Symbol search: which listings fit a text and some filters, best first. */

import { plainLetters } from '../listings/company-names.ts'
import { cusipOf } from '../listings/isin.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { own } from '../own.ts'

export interface SymbolQuery {
  readonly text: string
  readonly exchange: string
  readonly searchType: string
  readonly country: string
  readonly firstCountry: string
  readonly sector: string
  readonly product: string
  readonly centralization: string
  readonly onlyHasOptions: boolean
}

export interface FoundSymbol {
  readonly listing: Listing
  readonly by: 'ticker' | 'description' | 'isin' | 'cusip' | 'nothing'
}

/** All that fit, best first. A type nobody knows fits nothing. */
export function findSymbols(listings: Listings, query: SymbolQuery): FoundSymbol[] {
  const text = query.text.trim().toUpperCase()
  if (text === '' && query.exchange === '') return []
  const fitsType = typeTest(query.searchType)
  const found: { symbol: FoundSymbol; score: number }[] = []
  for (const listing of listings.all) {
    if (!fits(listing, query) || !fitsType(listing)) continue
    const match = score(listing, text)
    if (match === undefined) continue
    const atHome = listing.country === query.firstCountry && query.firstCountry !== '' ? 3 : 0
    found.push({ symbol: { listing, by: match.by }, score: match.score + atHome + listing.fame * 8 })
  }
  found.sort((one, other) => other.score - one.score || one.symbol.listing.row - other.symbol.listing.row)
  return found.map(({ symbol }) => symbol)
}

function fits(listing: Listing, query: SymbolQuery): boolean {
  const { venue, country, sector, hasOptions, typespecs } = listing
  if (query.exchange !== '' && venue.code !== query.exchange && venue.name !== query.exchange) return false
  if (query.country !== '' && country !== query.country) return false
  if (query.sector !== '' && sector !== query.sector) return false
  if (query.product !== '' && !query.product.endsWith(sector)) return false
  if (query.centralization === 'dex' && typespecs.includes('crypto')) return false
  return !query.onlyHasOptions || hasOptions
}

function score(listing: Listing, text: string): { by: FoundSymbol['by']; score: number } | undefined {
  if (text === '') return { by: 'nothing', score: 0 }
  const { ticker, symbol, isin, description } = listing
  if (ticker === text || symbol === text) return { by: 'ticker', score: 100 }
  if (isin !== '' && isin === text) return { by: 'isin', score: 95 }
  if (isin !== '' && cusipOf(isin) === text) return { by: 'cusip', score: 95 }
  if (ticker.startsWith(text)) return { by: 'ticker', score: 80 - (ticker.length - text.length) }
  const words = description.toUpperCase()
  if (words.startsWith(text)) return { by: 'description', score: 70 }
  if (words.includes(` ${text}`)) return { by: 'description', score: 60 }
  if (text.length < 3) return undefined
  if (ticker.includes(text)) return { by: 'ticker', score: 50 }
  if (words.includes(text)) return { by: 'description', score: 40 }
  const letters = plainLetters(text)
  return letters.length >= 3 && plainLetters(description).includes(letters)
    ? { by: 'description', score: 30 }
    : undefined
}

type TypeTest = (listing: Listing) => boolean

const everyType: TypeTest = () => true

function withSpec(type: Listing['type'], spec: string): TypeTest {
  return (listing) => listing.type === type && listing.typespecs.includes(spec)
}

const isShare: TypeTest = ({ type }) => type === 'stock' || type === 'dr'
const isFund: TypeTest = ({ type }) => type === 'fund'
const isCoinPair: TypeTest = ({ typespecs }) => typespecs.includes('crypto')

const types: Readonly<Record<string, TypeTest>> = {
  '': everyType,
  undefined: everyType,
  stock: isShare,
  stocks: isShare,
  common_stock: withSpec('stock', 'common'),
  preferred_stock: withSpec('stock', 'preferred'),
  depository_receipt: ({ type }) => type === 'dr',
  warrant: withSpec('stock', 'warrant'),
  fund: isFund,
  funds: isFund,
  etf: withSpec('fund', 'etf'),
  mutual_fund: withSpec('fund', 'mutual'),
  trust_fund: withSpec('fund', 'trust'),
  reit: withSpec('stock', 'reit'),
  futures: ({ type }) => type === 'futures',
  forex: ({ type }) => type === 'forex',
  crypto: isCoinPair,
  crypto_spot: (listing) => isCoinPair(listing) && listing.type === 'spot',
  crypto_swap: (listing) => isCoinPair(listing) && listing.type === 'swap',
  crypto_futures: (listing) => listing.type === 'futures' && listing.ticker.startsWith('BTC'),
  crypto_index: () => false,
  crypto_fundamental: withSpec('spot', 'cryptoasset'),
  index: ({ type }) => type === 'index',
  bond: ({ type }) => type === 'bond',
  cfd: ({ type }) => type === 'commodity',
  economic: ({ type }) => type === 'economic',
  option: () => false,
  options: () => false,
}

function typeTest(name: string): TypeTest {
  return own(types, name) ?? (() => false)
}
