/** When companies report, and what they earn per share. Figures stay as they are until the next report. */

import type { Day } from '../../calendar.ts'
import { between, hash } from '../hash.ts'
import type { Listing } from '../listings/listing.ts'
import { dailyClose } from '../prices/daily.ts'

export const cycleDays = 91
/** 1970-01-05. */
const firstMonday = 4

/** The first day of the cycle after today, on a weekday that follows from the symbol. */
export function nextCycleDay(listing: Listing, today: Day, salt: number): Day {
  const offset = firstMonday + 7 * (hash(listing.key, salt) % 13) + (hash(listing.key, salt + 1) % 5)
  const waiting = (offset - today - 1) % cycleDays
  return today + 1 + ((waiting + cycleDays) % cycleDays)
}

export const reportSalt = 701

/** The price by which figures are scaled: that of the day of the last report. */
export function reportedPrice(listing: Listing, today: Day): number {
  const reportDay = nextCycleDay(listing, today, reportSalt) - cycleDays
  return dailyClose(listing, Math.max(listing.firstDay, reportDay))
}

export function quarterlyEarnings(listing: Listing, today: Day): number {
  return roundCents(reportedPrice(listing, today) * between(listing.key, 704, 0.004, 0.02))
}

export function yearlyEarnings(listing: Listing, today: Day): number {
  return roundCents(4 * quarterlyEarnings(listing, today))
}

/** Not a number without earnings. */
export function priceEarnings(listing: Listing, today: Day, price: number): number {
  const earnings = yearlyEarnings(listing, today)
  return earnings === 0 ? Number.NaN : roundCents(price / earnings)
}

export function roundCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
