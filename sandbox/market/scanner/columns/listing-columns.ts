/** Columns that describe a listing. */

import { hash, pick } from '../../hash.ts'
import { countryName } from '../../listings/countries.ts'
import { currencyOf } from '../../listings/currencies.ts'
import { indexIdsOf } from '../../listings/index-members.ts'
import { isCompany, type Listing } from '../../listings/listing.ts'
import { updateMode } from '../../listings/venue.ts'
import { lookup } from '../../lookup.ts'
import { sessionState } from '../../prices/trading-hours.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Column } from './column.ts'

const ratings = ['StrongSell', 'Sell', 'Neutral', 'Buy', 'StrongBuy'] as const

type TextOf = (listing: Listing, snapshot: Snapshot) => string | null

const texts: Readonly<Record<string, TextOf>> = {
  name: ({ ticker }) => ticker,
  short_name: ({ ticker }) => ticker,
  pro_name: ({ symbol }) => symbol,
  description: ({ description }) => description,
  logoid: ({ logoid }) => logoid,
  type: ({ type }) => type,
  subtype: ({ typespecs }) => typespecs[0] ?? '',
  exchange: ({ venue }) => venue.code,
  submarket: () => '',
  market: ({ venue }) => venue.market,
  country: ({ country, type }) => (type === 'index' || country === '' ? null : countryName(country)),
  country_code: ({ country }) => country || null,
  sector: ({ sector, type }) => (type === 'index' ? null : sector || null),
  industry: ({ industry }) => industry || null,
  currency: ({ currency }) => currency,
  currency_id: ({ currency }) => currency,
  currency_kind: ({ currency }) => (currencyOf(currency) === undefined ? 'crypto' : 'fiat'),
  base_currency_kind: ({ baseCurrency, type }) =>
    baseCurrency === '' ? null : type === 'forex' ? 'fiat' : 'crypto',
  base_currency: ({ baseCurrency }) => baseCurrency || null,
  base_currency_desc: ({ baseCurrency, description }) =>
    baseCurrency === '' ? null : (description.split(' / ')[0] ?? null),
  fundamental_currency_code: ({ currency }) => currencyOf(currency)?.currency.code ?? currency,
  isin: ({ isin }) => isin || null,
  'isin-displayed': ({ isin }) => isin || null,
  update_mode: ({ venue }) => updateMode(venue),
  kind: ({ venue }) => (venue.delaySeconds === 0 ? 'rt' : 'delay'),
  fractional: ({ pricescale }) => String(pricescale === 32 || pricescale === 64),
  'source-logoid': ({ venue }) => `source/${venue.code}`,
  source_logoid: ({ venue }) => `source/${venue.code}`,
  'provider-id': ({ venue }) => venue.providerId,
  'currency-logoid': currencyLogo,
  currency_logoid: currencyLogo,
  'base-currency-logoid': baseLogo,
  base_currency_logoid: baseLogo,
  current_session: (listing, snapshot) => sessionState(listing.venue.hours, snapshot.asOf(listing)),
  measure: ({ type }) => (type === 'economic' ? 'unit' : 'price'),
  index: (listing, { listings }) => indexIdsOf(listings, listing)[0] ?? null,
  TechRating_1D: ({ key }) => pick(key, 206, ratings),
  AnalystRating: (listing) => (isCompany(listing) ? pick(listing.key, 207, ratings) : null),
  asset_class: ofType('fund', 201, ['Equity', 'Fixed income', 'Commodities', 'Alternatives']),
  focus: ofType('fund', 202, ['Large cap', 'Total market', 'Theme', 'High dividend yield']),
  issuer: ({ type, description }) =>
    type === 'fund' ? `${description.split(' ')[0]} Fund Advisors LLC` : null,
  centralization: ({ venue }) => (venue.market === 'crypto' ? 'cex' : null),
  product: ({ sector, type }) => (type === 'futures' ? `Commodity/${sector}` : null),
  bond_snp_rating_lt: ofType('bond', 212, ['560', '610', '680', '730']),
  bond_fitch_rating_lt: ofType('bond', 213, ['560', '610', '680', '730']),
  bond_issuer_type: ofType('bond', 215, ['sovereign', 'corporate']),
  redemption_type: ofType('bond', 214, ['bullet', 'callable', 'sinking-fund']),
}

function ofType(type: Listing['type'], salt: number, words: readonly string[]): TextOf {
  return (listing) => (listing.type === type ? pick(listing.key, salt, words) : null)
}

const flags: Readonly<Record<string, (listing: Listing) => boolean>> = {
  is_primary: ({ isPrimary }) => isPrimary,
  is_symbol_primary_listing: ({ isPrimary }) => isPrimary,
  active_symbol: ({ typespecs }) => !typespecs.includes('expired') && !typespecs.includes('pre-ipo'),
  is_blacklisted: () => false,
  is_shariah_compliant: ({ key, type }) => type === 'stock' && hash(key, 221) % 3 === 0,
}

const coinCategories = ['layer-1', 'defi', 'smart-contract-platforms', 'memes', 'stablecoins']

/** `undefined` for a name that is not here. */
export function listingColumn(field: string, snapshot: Snapshot): Column | undefined {
  const text = lookup(texts, field)
  if (text !== undefined) return { kind: 'text', at: (row) => text(snapshot.listing(row), snapshot) }
  const flag = lookup(flags, field)
  if (flag !== undefined) return { kind: 'bool', at: (row) => flag(snapshot.listing(row)) }
  switch (field) {
    case 'typespecs':
      return { kind: 'set', at: (row) => snapshot.listing(row).typespecs }
    case 'crypto_common_categories':
      return { kind: 'set', at: (row) => [pick(snapshot.listing(row).key, 301, coinCategories)] }
    case 'ticker-view':
      return { kind: 'other', at: (row) => tickerView(snapshot.listing(row)) }
    case 'indexes':
      return {
        kind: 'other',
        at: (row) => indexIdsOf(snapshot.listings, snapshot.listing(row)).map((proname) => ({ proname })),
      }
    default:
      return undefined
  }
}

/** What the provider's page needs to draw a symbol in a table cell. */
function tickerView(listing: Listing): Record<string, unknown> {
  const { ticker, description, venue, type, typespecs, logoid } = listing
  const base = baseLogo(listing)
  return {
    name: ticker,
    description,
    exchange: venue.code,
    type,
    typespecs,
    logoid,
    logo: logoOf(listing),
    kind: venue.delaySeconds === 0 ? 'rt' : 'delay',
    ...(venue.delaySeconds === 0 ? {} : { 'kind-delay': venue.delaySeconds }),
    'currency-logoid': currencyLogo(listing),
    ...(base === null ? {} : { 'base-currency-logoid': base }),
  }
}

export function logoOf(listing: Listing): Record<string, unknown> {
  const { logoid } = listing
  if (logoid !== '') return { style: 'single', logoid }
  return { style: 'pair', logoid: baseLogo(listing), logoid2: currencyLogo(listing) }
}

export function currencyLogo({ currency }: Listing): string {
  const fiat = currencyOf(currency)
  return fiat === undefined ? `crypto/XTVC${currency}` : `country/${fiat.currency.flag}`
}

export function baseLogo({ baseCurrency, type }: Listing): string | null {
  if (baseCurrency === '') return null
  const fiat = type === 'forex' ? currencyOf(baseCurrency) : undefined
  return fiat === undefined ? `crypto/XTVC${baseCurrency}` : `country/${fiat.currency.flag}`
}
