/** Columns that say what a listing is. */

import { dividendFrequency } from '../fundamentals/dividends.ts'
import { fiscalYearOf, lastFiscalYearEnd, lastReported, quarterName } from '../fundamentals/quarters.ts'
import { recommendationMark } from '../fundamentals/valuation.ts'
import { ratingWord } from '../indicators/rating.ts'
import { countryName } from '../listings/countries.ts'
import { currencyOf } from '../listings/currencies.ts'
import { indexIdsOf } from '../listings/index-members.ts'
import { isStockLike, type Listing, reportsEarnings } from '../listings/listing.ts'
import { updateMode } from '../listings/venue.ts'
import { own } from '../own.ts'
import { mix, pickAt } from '../prices/noise.ts'
import { sessionState } from '../prices/trading-hours.ts'
import type { Column } from './column.ts'
import type { Snapshot } from './snapshot.ts'

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
  country_code: ({ country }) => (country === '' ? null : country),
  sector: ({ sector, type }) => (type === 'index' || sector === '' ? null : sector),
  industry: ({ industry }) => (industry === '' ? null : industry),
  currency: ({ currency }) => currency,
  currency_id: ({ currency }) => currency,
  currency_kind: ({ currency }) => (currencyOf(currency) === undefined ? 'crypto' : 'fiat'),
  base_currency_kind: ({ baseCurrency, type }) =>
    baseCurrency === '' ? null : type === 'forex' ? 'fiat' : 'crypto',
  base_currency: ({ baseCurrency }) => (baseCurrency === '' ? null : baseCurrency),
  base_currency_desc: ({ baseCurrency, description }) =>
    baseCurrency === '' ? null : (description.split(' / ')[0] ?? null),
  fundamental_currency_code: ({ currency }) => currencyOf(currency)?.currency.code ?? currency,
  isin: ({ isin }) => (isin === '' ? null : isin),
  'isin-displayed': ({ isin }) => (isin === '' ? null : isin),
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
  index_id: (listing, { listings }) => {
    const [first] = indexIdsOf(listings, listing)
    return first === undefined ? null : `SYML:${first.replace(':', ';')}`
  },
  fiscal_period_current: (listing, { ms }) =>
    reportsEarnings(listing) ? quarterName(lastReported(listing, ms)) : null,
  fiscal_period_fy: (listing, { ms }) =>
    reportsEarnings(listing)
      ? String(fiscalYearOf(listing, lastFiscalYearEnd(listing, lastReported(listing, ms))))
      : null,
  dividends_frequency: (listing) =>
    ({ 0: null, 1: 'Annual', 2: 'Semi-annual', 4: 'Quarterly' })[dividendFrequency(listing)] ?? null,
  AnalystRating: (listing) => {
    const mark = reportsEarnings(listing) ? recommendationMark(listing) : Number.NaN
    return Number.isNaN(mark) ? null : ratingWord((3 - mark) / 2)
  },
  asset_class: (listing) => fundWord(listing, 201, ['Equity', 'Fixed income', 'Commodities', 'Alternatives']),
  focus: (listing) => fundWord(listing, 202, ['Large cap', 'Total market', 'Theme', 'High dividend yield']),
  brand: (listing) => (listing.type === 'fund' ? (listing.description.split(' ')[0] ?? null) : null),
  issuer: (listing) =>
    listing.type === 'fund' ? `${listing.description.split(' ')[0]} Fund Advisors LLC` : null,
  leveraged_flag: (listing) => fundWord(listing, 203, ['Non-leveraged', 'Non-leveraged', 'Leveraged']),
  cfi_code: (listing) => (isStockLike(listing) ? (listing.type === 'fund' ? 'CECILU' : 'ESVUFR') : null),
  centralization: ({ venue }) => (venue.market === 'crypto' ? 'cex' : null),
  product: ({ sector, type }) => (type === 'futures' ? `Commodity/${sector}` : null),
  coupon_frequency: (listing) => bondWord(listing, 211, ['annual', 'semi-annual', 'quarterly']),
  bond_snp_rating_lt: (listing) => bondWord(listing, 212, ['560', '590', '610', '640', '680', '700', '730']),
  bond_fitch_rating_lt: (listing) =>
    bondWord(listing, 213, ['560', '590', '610', '640', '680', '700', '730']),
  bond_issuer_type: ({ type, typespecs }) =>
    type === 'bond' ? (typespecs.includes('government') ? 'sovereign' : 'corporate') : null,
  redemption_type: (listing) => bondWord(listing, 214, ['bullet', 'callable', 'sinking-fund']),
}

/** `undefined` when no text column has this name. */
export function textColumn(name: string, snapshot: Snapshot): Column | undefined {
  const text = own(texts, name)
  if (text === undefined) return undefined
  return { kind: 'text', at: (row) => text(snapshot.listing(row), snapshot) }
}

export function flagColumn(name: string, snapshot: Snapshot): Column | undefined {
  const flags: Readonly<Record<string, (listing: Listing) => boolean>> = {
    is_primary: ({ isPrimary }) => isPrimary,
    is_symbol_primary_listing: ({ isPrimary }) => isPrimary,
    active_symbol: ({ typespecs }) => !typespecs.includes('expired') && !typespecs.includes('pre-ipo'),
    is_blacklisted: () => false,
    is_shariah_compliant: ({ key, type }) => type === 'stock' && mix(key, 221) % 3 === 0,
    has_ipo_data: ({ firstDay, type }) => type === 'stock' && firstDay > 19_000,
    has_ipo_details_visible: ({ firstDay, type }) => type === 'stock' && firstDay > 19_000,
    ipo_blank_check_flag: () => false,
  }
  const flag = own(flags, name)
  if (flag === undefined) return undefined
  return { kind: 'bool', at: (row) => flag(snapshot.listing(row)) }
}

export function setColumn(name: string, snapshot: Snapshot): Column | undefined {
  if (name !== 'typespecs') return undefined
  return { kind: 'set', at: (row) => snapshot.listing(row).typespecs }
}

/** What a table cell of the provider's own page needs to draw a symbol. */
export function tickerView(listing: Listing): Record<string, unknown> {
  const { ticker, description, venue, type, typespecs, logoid } = listing
  const currency = currencyLogo(listing)
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
    ...(currency === null ? {} : { 'currency-logoid': currency }),
    ...(base === null ? {} : { 'base-currency-logoid': base }),
  }
}

export function logoOf(listing: Listing): Record<string, unknown> {
  const { logoid } = listing
  if (logoid !== '') return { style: 'single', logoid }
  return { style: 'pair', logoid: baseLogo(listing), logoid2: currencyLogo(listing) }
}

export function currencyLogo({ currency }: Listing): string | null {
  const fiat = currencyOf(currency)
  return fiat === undefined ? `crypto/XTVC${currency}` : `country/${fiat.currency.flag}`
}

export function baseLogo({ baseCurrency, type }: Listing): string | null {
  if (baseCurrency === '') return null
  const fiat = type === 'forex' ? currencyOf(baseCurrency) : undefined
  return fiat === undefined ? `crypto/XTVC${baseCurrency}` : `country/${fiat.currency.flag}`
}

function fundWord(listing: Listing, salt: number, words: readonly string[]): string | null {
  return listing.type === 'fund' ? pickAt(listing.key, salt, words) : null
}

function bondWord(listing: Listing, salt: number, words: readonly string[]): string | null {
  return listing.type === 'bond' ? pickAt(listing.key, salt, words) : null
}
