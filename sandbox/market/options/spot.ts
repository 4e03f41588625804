/** The last price of an underlying, as late as its exchange shows it. */

import type { Listing } from '../listings/listing.ts'
import { BarBuffer, value } from '../prices/bar-buffer.ts'
import { daysUntil, lastDayOf } from '../prices/bars.ts'

const scratch = new BarBuffer(4)

/** Nothing when it has never been traded. */
export function spotOf(underlying: Listing, nowMs: number): number | undefined {
  const asOf = nowMs - underlying.venue.delaySeconds * 1000
  const bars = daysUntil(underlying, lastDayOf(underlying, asOf), asOf, scratch)
  return bars.length === 0 ? undefined : value(bars.close, bars.length - 1)
}
