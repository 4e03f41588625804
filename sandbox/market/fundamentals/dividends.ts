/** Who pays dividends, how much, and on which days. */

import { type Day, dayOf, startOf, weekday } from '../../calendar.ts'
import { isStockLike, type Listing, reportsEarnings } from '../listings/listing.ts'
import { between, mix, unit, whole } from '../prices/noise.ts'
import { type Quarter, quarterEnd, quarterOf } from './quarters.ts'
import { shapeOf, usualPrice } from './statements.ts'

export interface Dividend {
  readonly amount: number
  readonly exDay: Day
  readonly paymentDay: Day
}

/** Payments in a year: 0, 1, 2 or 4. */
export function dividendFrequency(listing: Listing): number {
  if (!isStockLike(listing) || listing.units === 0) return 0
  const pays = reportsEarnings(listing) ? shapeOf(listing).payout > 0 : unit(listing.key, 70) < 0.8
  if (!pays) return 0
  if (listing.venue.market === 'america' || listing.venue.market === 'canada') return 4
  return mix(listing.key, 71) % 3 === 0 ? 2 : 1
}

/** In the fundamental currency, per share and year, at the reference quarter. */
export function yearlyDividend(listing: Listing): number {
  if (dividendFrequency(listing) === 0) return 0
  return usualPrice(listing) * between(listing.key, 72, 0.006, 0.055)
}

/** The dividend whose ex-date falls into a quarter, if one does. */
export function dividendOf(listing: Listing, quarter: Quarter): Dividend | undefined {
  const frequency = dividendFrequency(listing)
  if (frequency === 0) return undefined
  const every = 4 / frequency
  if ((((quarter + (mix(listing.key, 73) % 4)) % every) + every) % every !== 0) return undefined
  const raw = quarterEnd(quarter - 1) + 1 + whole(mix(listing.key, 74), quarter, 5, 80)
  const exDay = raw - Math.max(0, weekday(raw) - 5)
  const growth = 1 + 0.012 * (quarter - 225)
  const amount = Math.round((yearlyDividend(listing) / frequency) * Math.max(0.2, growth) * 10_000) / 10_000
  return amount === 0 ? undefined : { amount, exDay, paymentDay: exDay + whole(listing.key, 75, 9, 32) }
}

export function recentDividend(listing: Listing, ms: number): Dividend | undefined {
  const today = dayOf(ms)
  const now = quarterOf(ms)
  for (let quarter = now; quarter > now - 6; quarter--) {
    const dividend = dividendOf(listing, quarter)
    if (dividend !== undefined && dividend.exDay <= today) return dividend
  }
  return undefined
}

/** Announced some weeks ahead; a quarter of them is not yet. */
export function upcomingDividend(listing: Listing, ms: number): Dividend | undefined {
  const today = dayOf(ms)
  const now = quarterOf(ms)
  for (let quarter = now; quarter <= now + 1; quarter++) {
    const dividend = dividendOf(listing, quarter)
    if (dividend === undefined || dividend.exDay <= today) continue
    const isAnnounced = unit(mix(listing.key, 76), quarter) < 0.75 && dividend.exDay - today < 70
    return isAnnounced ? dividend : undefined
  }
  return undefined
}

/** Unix seconds of an ex-date or payment date, in the evening of the day. */
export function toSeconds(day: Day): number {
  return startOf(day) / 1000 + 43_140
}
