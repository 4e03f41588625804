/** The volatility the market of this world expects: higher for near days and for strikes far from the price. */

import type { Listing } from '../listings/listing.ts'
import { between } from '../prices/noise.ts'

/** What money costs, per year. */
export const riskFreeRate = 0.04

/** At the money, per year, as a fraction. */
export function atTheMoney({ sigma, key }: Listing, years: number): number {
  const longRun = sigma * Math.sqrt(365) * between(key, 501, 0.95, 1.15)
  const near = between(key, 502, -0.08, 0.2) * Math.exp(-6 * years)
  return Math.max(0.03, longRun * (1 + near))
}

/** With the smile: puts far below cost more than calls far above. */
export function smile(listing: Listing, spot: number, strike: number, years: number): number {
  const forward = spot * Math.exp(riskFreeRate * years)
  const distance = Math.log(strike / forward) / Math.sqrt(years + 0.08)
  const skew = between(listing.key, 503, 0.08, 0.22)
  const factor = 1 - skew * distance + 0.16 * distance * distance
  return atTheMoney(listing, years) * Math.min(3, Math.max(0.55, factor))
}
