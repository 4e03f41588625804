/** One hit of the symbol search, as the provider writes it: much of it is there only when it is known. */

import { cusipOf } from '../listings/isin.ts'
import { mix } from '../prices/noise.ts'
import { baseLogo, currencyLogo } from '../scanner/listing-columns.ts'
import type { FoundSymbol } from './find-symbols.ts'

/** Names some exchanges go by instead of their code; a `prefix` then tells the code. */
const displayNames: Readonly<Record<string, string>> = {
  BCBA: 'BYMA',
  EURONEXTAMS: 'Euronext Amsterdam',
  EURONEXTDUB: 'Euronext Dublin',
  EURONEXTLIS: 'Euronext Lisbon',
  FX_IDC: 'ICE',
  CAPITALCOM: 'Capital.com',
  BLACKBULL: 'BlackBull Markets',
  CME_MINI: 'CME',
}

export function symbolItem(
  { listing, by }: FoundSymbol,
  highlight: (text: string) => string,
): Record<string, unknown> {
  const { ticker, description, type, venue, isin, currency, country, logoid, isPrimary, typespecs } = listing
  const exchange = displayNames[venue.code] ?? venue.code
  const cusip = cusipOf(isin)
  const base = baseLogo(listing)
  return {
    symbol: highlight(ticker),
    description: highlight(description),
    type,
    exchange,
    found_by_isin: by === 'isin',
    found_by_cusip: by === 'cusip',
    ...(cusip === undefined ? {} : { cusip }),
    ...(isin === '' ? {} : { isin }),
    ...(venue.market === 'america' && type === 'stock'
      ? { cik_code: String(mix(listing.key, 601) % 2_000_000).padStart(10, '0') }
      : {}),
    currency_code: currency,
    'currency-logoid': currencyLogo(listing),
    ...(base === null ? {} : { 'base-currency-logoid': base }),
    ...(logoid === ''
      ? base === null
        ? {}
        : { logo: { style: 'pair', logoid: base, logoid2: currencyLogo(listing) } }
      : { logoid, logo: { style: 'single', logoid } }),
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

/** Wraps what fits in `<em>`, whatever its case. Texts are sent as they are, not as HTML. */
export function highlighter(text: string): (value: string) => string {
  const wanted = text.trim()
  if (wanted === '') return (value) => value
  const pattern = new RegExp(RegExp.escape(wanted), 'gi')
  return (value) => value.replace(pattern, (match) => `<em>${match}</em>`)
}
