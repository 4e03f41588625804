/** A place of trade: where it is, when it is open, how late its prices come. */

import type { Hours } from '../prices/trading-hours.ts'

export interface Venue {
  /** What stands before the colon of its symbols. */
  readonly code: string
  readonly name: string
  /** The market of the scanner its listings belong to. */
  readonly market: string
  /** ISO 3166 in capitals, or '' where there is none. */
  readonly country: string
  readonly currency: string
  readonly hours: Hours
  /** Seconds by which anonymous callers see its prices later; 0 is real time. */
  readonly delaySeconds: number
  readonly providerId: string
}

export function updateMode({ delaySeconds }: Pick<Venue, 'delaySeconds'>): string {
  return delaySeconds === 0 ? 'streaming' : `delayed_streaming_${delaySeconds}`
}
