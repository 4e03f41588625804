/** An exchange: where it is, when it is open, how long it delays its prices. */

import type { Hours } from '../prices/trading-hours.ts'

export interface Venue {
  /** The part of its symbols before the colon. */
  readonly code: string
  readonly name: string
  /** The scanner market of its listings. */
  readonly market: string
  /** ISO 3166 in capitals, or ''. */
  readonly country: string
  readonly currency: string
  readonly hours: Hours
  /** Delay of its prices for anonymous callers; 0 is real time. */
  readonly delaySeconds: number
  readonly providerId: string
}

export function venueOf(
  code: string,
  market: string,
  hours: Hours,
  { name = code, country = '', currency = 'USD', delaySeconds = 0, providerId = 'ice' }: Partial<Venue> = {},
): Venue {
  return { code, name, market, country, currency, hours, delaySeconds, providerId }
}

export function updateMode({ delaySeconds }: Pick<Venue, 'delaySeconds'>): string {
  return delaySeconds === 0 ? 'streaming' : `delayed_streaming_${delaySeconds}`
}
