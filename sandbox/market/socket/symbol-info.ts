/** The values of a symbol that do not change from second to second. */

import type { Listing } from '../listings/listing.ts'
import { updateMode } from '../listings/venue.ts'
import type { Market } from '../market.ts'
import { extendedHours, sessionText } from '../prices/trading-hours.ts'
import { cellOf } from '../scanner/columns/column.ts'
import { baseLogo, currencyLogo } from '../scanner/columns/listing-columns.ts'

/** `symbol_resolved` */
export function symbolInfo(listing: Listing, isExtended = false): Record<string, unknown> {
  const { ticker, symbol, venue, description, currency, type, typespecs, pricescale, minmov, isin } = listing
  const { hours } = venue
  const regular = subsession('regular', 'Regular Trading Hours', sessionText(hours))
  const extended =
    hours.extended && subsession('extended', 'Extended Trading Hours', sessionText(extendedHours(hours)))
  const chosen = isExtended && extended ? extended : regular
  return {
    name: ticker,
    full_name: fullName(listing),
    pro_name: symbol,
    base_name: [symbol],
    description,
    short_description: description,
    local_description: description,
    language: 'en',
    exchange: venue.code,
    listed_exchange: venue.code,
    source_id: venue.code,
    provider_id: venue.providerId,
    source2: source(listing),
    country: listing.country,
    currency_code: currency,
    currency_id: currency,
    ...(listing.baseCurrency === '' ? {} : { base_currency: listing.baseCurrency }),
    type,
    typespecs,
    pricescale,
    minmov,
    minmove2: 0,
    pointvalue: 1,
    fractional: isFractional(listing),
    variable_tick_size: '',
    session: chosen.session,
    session_display: chosen.session,
    session_holidays: '',
    subsession_id: chosen.id,
    subsessions: extended ? [regular, extended] : [regular],
    timezone: venue.hours.zone,
    has_intraday: true,
    is_tradable: true,
    is_replayable: true,
    has_adjustment: type === 'stock',
    has_extended_hours: venue.hours.extended !== undefined,
    allowed_adjustment: type === 'stock' ? 'any' : 'none',
    delay: venue.delaySeconds,
    ...(isin === '' ? {} : { isin, 'isin-displayed': isin }),
    figi: {},
    measure: 'price',
    bar_source: 'trade',
    bar_transform: 'none',
    bar_fillgaps: false,
    visible_plots_set: hasVolume(listing) ? 'ohlcv' : 'ohlc',
    legs: [fullName(listing)],
    aliases: [],
    alternatives: [],
    pro_perm: venue.delaySeconds === 0 ? '' : `${venue.code.toLowerCase()}_${type}s`,
  }
}

function subsession(id: string, description: string, session: string) {
  return { id, description, private: false, session, 'session-correction': '', 'session-display': session }
}

export function hasVolume({ dailyVolume }: Listing): boolean {
  return dailyVolume > 0
}

const fundamentals = [
  'market_cap_basic',
  'price_earnings_ttm',
  'earnings_per_share_basic_ttm',
  'beta_1_year',
  'dividends_yield',
  'sector',
  'industry',
  'earnings_release_date',
  'earnings_release_next_date',
  'earnings_per_share_fq',
  'earnings_per_share_forecast_next_fq',
  'total_revenue',
  'total_shares_outstanding_current',
  'price_52_week_high',
  'price_52_week_low',
  'average_volume',
  'fundamental_currency_code',
  'recommendation_mark',
  'total_revenue_fy_h',
  'total_revenue_fq_h',
  'earnings_per_share_diluted_fq_h',
]

/** The first of the two messages about a quote. */
export function quoteDescription(listing: Listing, market: Market): Record<string, unknown> {
  const { ticker, symbol, venue, description, currency, type, typespecs, pricescale, minmov, logoid } =
    listing
  const table = market.table()
  const figures = fundamentals.map((name) => {
    const column = table.column(name)
    return [name, column === undefined ? null : cellOf(column, listing.row)]
  })
  return {
    short_name: ticker,
    pro_name: symbol,
    original_name: fullName(listing),
    base_name: [symbol],
    description,
    local_description: description,
    short_description: description,
    exchange: venue.code,
    listed_exchange: venue.code,
    type,
    typespecs,
    currency_code: currency,
    currency_id: currency,
    country_code: listing.country,
    timezone: venue.hours.zone,
    language: 'en',
    logoid,
    'currency-logoid': currencyLogo(listing),
    'base-currency-logoid': baseLogo(listing),
    'source-logoid': `source/${venue.code}`,
    provider_id: venue.providerId,
    source_id: venue.code,
    source2: source(listing),
    pricescale,
    minmov,
    minmove2: 0,
    fractional: isFractional(listing),
    format: 'price',
    measure: 'price',
    pointvalue: 1,
    is_tradable: true,
    update_mode: updateMode(venue),
    'symbol-primaryname': symbol,
    ...fiscalPeriods(Object.fromEntries(figures), market.world.now()),
  }
}

/** With the periods of the figures of past years and quarters, newest first like them. */
function fiscalPeriods(figures: Record<string, unknown>, nowMs: number): Record<string, unknown> {
  const { total_revenue_fy_h: years, total_revenue_fq_h: quarters } = figures
  const year = new Date(nowMs).getUTCFullYear()
  const quarter = Math.floor(new Date(nowMs).getUTCMonth() / 3)
  const label = (back: number) => {
    const at = year * 4 + quarter - 1 - back
    return `${Math.floor(at / 4)}-Q${(at % 4) + 1}`
  }
  return {
    ...figures,
    ...(Array.isArray(years)
      ? { fiscal_period_end_fy_h: years.map((_, back) => Date.UTC(year - 1 - back, 11, 31) / 1000) }
      : {}),
    ...(Array.isArray(quarters) ? { fiscal_period_fq_h: quarters.map((_, back) => label(back)) } : {}),
  }
}

/** Delayed prices have another name. */
function fullName({ venue, ticker }: Listing): string {
  return venue.delaySeconds === 0 ? `${venue.code}:${ticker}` : `${venue.code}_DLY:${ticker}`
}

function isFractional({ pricescale }: Listing): boolean {
  return pricescale === 32 || pricescale === 64
}

function source({ venue }: Listing): Record<string, string> {
  return {
    id: venue.code,
    name: venue.name,
    description: venue.name,
    country: venue.country,
    'exchange-type': 'exchange',
    url: `https://${venue.code.toLowerCase().replaceAll('_', '-')}.example`,
  }
}
