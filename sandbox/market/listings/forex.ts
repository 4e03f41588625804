/** Currency pairs. Both sides are walks in dollars, so that crosses agree with each other at every close. */

import type { Hours } from '../prices/trading-hours.ts'
import { againstDollar, type Currency, currencies, currencyWalk } from './currencies.ts'
import { type Builder, draft } from './draft.ts'
import { type Venue, venueOf } from './venue.ts'

/** From five in the afternoon in New York to the same hour of the next day. */
export const roundTheClock: Hours = { zone: 'America/New_York', open: [[-420, 1020]], week: 'mon-fri' }

const idc = venueOf('FX_IDC', 'forex', roundTheClock, { name: 'ICE' })
const oanda = venueOf('OANDA', 'forex', roundTheClock, { providerId: 'oanda' })

/** The currencies that come first in the name of a pair. */
const order = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF']

export function addForex(builder: Builder): void {
  for (const [at, one] of currencies.entries()) {
    for (const other of currencies.slice(at + 1)) {
      const isMajor = one.rank === 'major' && other.rank === 'major'
      if (!isMajor && one.code !== 'USD' && one.code !== 'EUR') continue
      const [base, quote] = position(one) <= position(other) ? [one, other] : [other, one]
      addPair(builder, base, quote, idc)
      if (isMajor) addPair(builder, base, quote, oanda)
    }
  }
}

function position({ code }: Currency): number {
  const at = order.indexOf(code)
  return at < 0 ? order.length : at
}

function addPair(builder: Builder, base: Currency, quote: Currency, venue: Venue): void {
  const isMajor = base.rank === 'major' && quote.rank === 'major'
  const hasDollar = base.code === 'USD' || quote.code === 'USD'
  const price = base.worth / quote.worth
  builder.add(
    draft({
      ticker: `${base.code}${quote.code}`,
      venue,
      type: 'forex',
      description: `${base.name} / ${quote.name}`,
      walk: currencyWalk(builder.worldKey, base),
      against: againstDollar(builder.worldKey, quote),
      currency: quote.code,
      sector: isMajor ? (hasDollar ? 'Major' : 'Minor') : 'Exotic',
      pricescale: price > 20 ? 1000 : price > 0.01 ? 100_000 : 10_000_000,
      dailyVolume: isMajor ? 250_000 : 30_000,
      fame: isMajor && hasDollar ? 0.8 : 0.15,
      isPrimary: venue === idc,
      baseCurrency: base.code,
    }),
  )
}
