/** Symbol search: the listings that match a text and some filters, best first. */

import { plainLetters } from '../listings/company-names.ts'
import { cusipOf } from '../listings/isin.ts'
import type { Listing } from '../listings/listing.ts'
import type { Listings } from '../listings/listings.ts'
import { lookup } from '../lookup.ts'

export interface SymbolQuery {
  readonly text: string
  readonly exchange: string
  readonly searchType: string
  readonly country: string
  readonly onlyWithOptions: boolean
}

export interface SymbolMatch {
  readonly listing: Listing
  readonly matchedBy: 'name' | 'isin' | 'cusip'
  readonly score: number
}

/** An unknown type matches nothing. */
export function findSymbols(listings: Listings, query: SymbolQuery): SymbolMatch[] {
  const text = query.text.trim().toUpperCase()
  if (text === '' && query.exchange === '') return []
  const isOfType = lookup(types, query.searchType) ?? (() => false)
  return listings.all
    .filter(
      ({ venue, country, hasOptions }) =>
        (query.exchange === '' || venue.code === query.exchange) &&
        (query.country === '' || country === query.country) &&
        (!query.onlyWithOptions || hasOptions),
    )
    .filter(isOfType)
    .flatMap((listing) => matchOf(listing, text) ?? [])
    .sort((one, other) => other.score - one.score || one.listing.row - other.listing.row)
}

function matchOf(listing: Listing, text: string): SymbolMatch | undefined {
  const { isin, fame } = listing
  if (isin !== '' && isin === text) return { listing, matchedBy: 'isin', score: 95 + fame }
  if (isin !== '' && cusipOf(isin) === text) return { listing, matchedBy: 'cusip', score: 95 + fame }
  const score = nameScore(listing, text)
  return score === undefined ? undefined : { listing, matchedBy: 'name', score: score + fame * 8 }
}

function nameScore({ ticker, symbol, description }: Listing, text: string): number | undefined {
  if (text === '') return 0
  if (ticker === text || symbol === text) return 100
  if (ticker.startsWith(text)) return 80 - (ticker.length - text.length)
  const words = description.toUpperCase()
  if (words.startsWith(text)) return 70
  if (words.includes(` ${text}`)) return 60
  if (text.length < 3) return undefined
  if (ticker.includes(text)) return 50
  // Accents are optional.
  const letters = plainLetters(text)
  return letters.length >= 3 && plainLetters(description).includes(letters) ? 30 : undefined
}

const isCoin = ({ typespecs }: Listing) => typespecs.includes('crypto')

const types: Readonly<Record<string, (listing: Listing) => boolean>> = {
  '': () => true,
  // What the provider's own page sends for all types.
  undefined: () => true,
  stocks: ({ type }) => type === 'stock' || type === 'dr',
  funds: ({ type }) => type === 'fund',
  etf: ({ typespecs }) => typespecs.includes('etf'),
  futures: ({ type }) => type === 'futures',
  forex: ({ type }) => type === 'forex',
  crypto: isCoin,
  index: ({ type }) => type === 'index',
  bond: ({ type }) => type === 'bond',
  cfd: ({ type }) => type === 'commodity',
  economic: ({ type }) => type === 'economic',
}
