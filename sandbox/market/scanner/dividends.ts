/** Dividends: who pays, when and how much, and what they take off earlier prices. They recur every thirteen weeks. */

import type { Day } from '../../calendar.ts'
import { between, fraction } from '../hash.ts'
import { isCompany, type Listing } from '../listings/listing.ts'
import { dailyClose } from '../prices/daily.ts'
import { cycleDays, nextCycleDay, reportedPrice, roundCents } from './earnings.ts'

const dividendSalt = 711

/** Three companies in five pay a dividend. */
export function paysDividend(listing: Listing): boolean {
  return isCompany(listing) && fraction(listing.key, 714) < 0.6
}

/** The next day on which shares are traded without the dividend. */
export function nextExDay(listing: Listing, today: Day): Day {
  return nextCycleDay(listing, today, dividendSalt)
}

export function dividendAmount(listing: Listing, day: Day): number {
  return roundCents(reportedPrice(listing, day) * between(listing.key, 713, 0.002, 0.012))
}

/** By what the prices of a day are multiplied, so that the dividends paid from then until today do not look like losses. */
export function dividendFactors(listing: Listing, today: Day): (day: Day) => number {
  if (!paysDividend(listing)) return () => 1
  const lastExDay = nextExDay(listing, today) - cycleDays
  /** By the number of dividends since, the latest first. */
  const factors = [1]
  return (day) => {
    const count = Math.max(0, Math.ceil((lastExDay - day) / cycleDays))
    for (let at = factors.length; at <= count; at++) {
      const exDay = lastExDay - (at - 1) * cycleDays
      const share = dividendAmount(listing, exDay) / dailyClose(listing, exDay - 1)
      factors.push((factors[at - 1] ?? 1) * (1 - share))
    }
    return factors[count] ?? 1
  }
}
