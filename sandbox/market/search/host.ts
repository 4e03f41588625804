/** The symbol search host. */

import { json, route, type SandboxHost, type SandboxRequest } from '../../host.ts'
import { hash } from '../hash.ts'
import { cusipOf } from '../listings/isin.ts'
import { marketOf } from '../market.ts'
import { siteOnly } from '../refusals.ts'
import { baseLogo, currencyLogo, logoOf } from '../scanner/columns/listing-columns.ts'
import { findSymbols, type SymbolMatch } from './find-symbols.ts'

const pageLength = 50

export const searchHost: SandboxHost = {
  host: 'symbol-search.tradingview.com',
  // With and without the slash, as clients write it.
  routes: siteOnly([
    route('GET /symbol_search/v3/', (request) => json(page(request))),
    route('GET /symbol_search/v3', (request) => json(page(request))),
  ]),
}

function page({ world, query }: SandboxRequest): unknown {
  const text = query.get('text') ?? ''
  const matches = findSymbols(marketOf(world).listings, {
    text,
    exchange: query.get('exchange') ?? '',
    searchType: query.get('search_type') ?? '',
    country: query.get('country') ?? '',
    onlyWithOptions: query.get('only_has_options') === 'true',
  })
  const start = Math.max(0, Number.parseInt(query.get('start') ?? '0', 10) || 0)
  const highlight = query.get('hl') === '1' ? highlighter(text) : (value: string) => value
  return {
    symbols_remaining: Math.max(0, matches.length - start - pageLength),
    symbols: matches.slice(start, start + pageLength).map((match) => symbolItem(match, highlight)),
  }
}

/** Exchanges the provider displays by another name; `prefix` then has the code. */
const displayNames: Readonly<Record<string, string>> = { BCBA: 'BYMA', FX_IDC: 'ICE', CME_MINI: 'CME' }

function symbolItem({ listing, matchedBy }: SymbolMatch, highlight: (text: string) => string): unknown {
  const { ticker, description, type, venue, isin, currency, country, logoid, isPrimary, typespecs } = listing
  const exchange = displayNames[venue.code] ?? venue.code
  const cusip = cusipOf(isin)
  const base = baseLogo(listing)
  const isAmericanStock = venue.market === 'america' && type === 'stock'
  return {
    symbol: highlight(ticker),
    description: highlight(description),
    type,
    exchange,
    found_by_isin: matchedBy === 'isin',
    found_by_cusip: matchedBy === 'cusip',
    ...(cusip === undefined ? {} : { cusip }),
    ...(isin === '' ? {} : { isin }),
    ...(isAmericanStock ? { cik_code: String(hash(listing.key, 601) % 2_000_000).padStart(10, '0') } : {}),
    currency_code: currency,
    'currency-logoid': currencyLogo(listing),
    ...(base === null ? {} : { 'base-currency-logoid': base }),
    ...(logoid === '' ? {} : { logoid }),
    logo: logoOf(listing),
    provider_id: venue.providerId,
    source_logoid: `source/${venue.code}`,
    source2: { id: venue.code, name: venue.name, description: venue.name },
    source_id: venue.code,
    ...(country === '' ? {} : { country }),
    ...(isPrimary && isin !== '' ? { is_primary_listing: true } : {}),
    ...(typespecs.length === 0 ? {} : { typespecs }),
    ...(exchange === venue.code ? {} : { prefix: venue.code }),
  }
}

/** Puts `<em>` around matches, in any case. */
function highlighter(text: string): (value: string) => string {
  if (text.trim() === '') return (value) => value
  const pattern = new RegExp(RegExp.escape(text.trim()), 'gi')
  return (value) => value.replace(pattern, (match) => `<em>${match}</em>`)
}
